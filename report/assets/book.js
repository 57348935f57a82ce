// Language, light and dark, keys. The pages can be read without it.
(function () {
  'use strict';
  var root = document.documentElement;

  // Pages from file:// may have no storage: a choice then lasts for one page.
  function recall(key) {
    try { return window.localStorage.getItem('galley.' + key); } catch (error) { return null; }
  }
  function keep(key, value) {
    try { window.localStorage.setItem('galley.' + key, value); } catch (error) { /* not kept */ }
  }

  // A link may ask for a language or a theme: index.html?lang=en&theme=dark.
  function asked(key, values) {
    var match = new RegExp('[?&]' + key + '=(\\w+)').exec(window.location.search);
    return match && values.indexOf(match[1]) >= 0 ? match[1] : null;
  }

  function setLanguage(language) {
    root.dataset.lang = language;
    root.lang = language;
  }
  function setTheme(theme) { root.dataset.theme = theme; }

  var first = (navigator.languages && navigator.languages[0]) || navigator.language || 'zh';
  var dark = window.matchMedia && window.matchMedia('(prefers-color-scheme: dark)').matches;
  setLanguage(asked('lang', ['zh', 'en']) || recall('lang') || (/^zh/i.test(first) ? 'zh' : 'en'));
  setTheme(asked('theme', ['light', 'dark']) || recall('theme') || (dark ? 'dark' : 'light'));

  var actions = {
    lang: function () {
      setLanguage(root.dataset.lang === 'zh' ? 'en' : 'zh');
      keep('lang', root.dataset.lang);
    },
    theme: function () {
      setTheme(root.dataset.theme === 'dark' ? 'light' : 'dark');
      keep('theme', root.dataset.theme);
    },
    bad: function () { press('bad', root.classList.toggle('only-bad')); },
    code: function () {
      var blocks = document.querySelectorAll('details.code');
      var open = !blocks.length || !blocks[0].open;
      blocks.forEach(function (block) { block.open = open; });
      press('code', open);
    }
  };

  function press(name, on) {
    document.querySelectorAll('[data-switch="' + name + '"]').forEach(function (button) {
      button.setAttribute('aria-pressed', on ? 'true' : 'false');
    });
  }

  // The claims that can be seen, or the chapters of the contents.
  function stops() {
    var found = document.querySelectorAll('.claim');
    if (!found.length) found = document.querySelectorAll('.contents tbody a, main h2 a');
    return Array.prototype.filter.call(found, function (stop) { return stop.offsetParent !== null; });
  }

  function move(step) {
    var all = stops();
    if (!all.length) return;
    var at = all.indexOf(document.activeElement && document.activeElement.closest('.claim, a'));
    // From nowhere, start at what is on the screen.
    if (at < 0) {
      at = all.findIndex(function (stop) { return stop.getBoundingClientRect().top >= -1; });
      if (at < 0) at = all.length - 1;
      if (step < 0) at = Math.max(0, at - 1);
    } else {
      at = Math.min(all.length - 1, Math.max(0, at + step));
    }
    all[at].focus({ preventScroll: true });
    all[at].scrollIntoView({ block: all[at].offsetHeight > window.innerHeight ? 'start' : 'nearest' });
  }

  function follow(rel) {
    var link = document.querySelector('.neighbours a[rel="' + rel + '"]');
    if (link) window.location.href = link.href;
  }

  document.addEventListener('click', function (event) {
    var button = event.target.closest('[data-switch]');
    if (button) actions[button.dataset.switch]();
  });

  document.addEventListener('keydown', function (event) {
    if (event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName)) return;
    var keys = {
      j: function () { move(1); }, k: function () { move(-1); }, f: actions.bad, c: actions.code,
      l: actions.lang, d: actions.theme, '[': function () { follow('prev'); }, ']': function () { follow('next'); }
    };
    if (!keys[event.key]) return;
    event.preventDefault();
    keys[event.key]();
  });

  // Folded code is printed too.
  var folded = [];
  window.addEventListener('beforeprint', function () {
    folded = Array.prototype.filter.call(document.querySelectorAll('details'), function (block) { return !block.open; });
    folded.forEach(function (block) { block.open = true; });
  });
  window.addEventListener('afterprint', function () {
    folded.forEach(function (block) { block.open = false; });
  });
}());

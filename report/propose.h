#pragma once

#include "checks/fixture.h"
#include "report/chapter.h"

namespace galley {

/// A fixture for a chapter, so that nobody counts by hand: its sections with fingerprints, every run of
/// numbers as a span (see runs_of), tables and nested lists with their shape. A run whose numbers equal an
/// earlier figure's, or a part of one, gets its name; the others are called number1, list1, table1 in reading
/// order, to be renamed by someone who knows what they mean.
///
/// Where `known` already describes the chapter, its spans are kept, with today's numbers in them; only spans
/// that a number was added to or taken from, and numbers that are new, are proposed afresh. The result is a
/// draft: it may lack what load_fixture asks for.
Fixture propose_fixture(const Chapter& chapter, const Fixture& known);

}  // namespace galley

#include <chrono>

#include "checks/lesson.h"

LESSON(F06, "“放到设备”是什么：数据类型、内存、CPU与GPU",
       "Putting it on a device: number formats, memory, CPU and GPU");

/// The looked-up rows of the book's two sentences, put somewhere: (2, 3, 4).
static Stored looked_up(const Ops& on, Page& page, Dtype dtype, const std::string& device) {
  return on.store(on.embed(page.figure("X01/E"), page.figure("F04/input_ids").ids()), dtype, device);
}

static std::string format(const Stored& x) { return std::string(name_of(x.dtype)); }

SECTION("同一个数有三种不同的问题", "Three questions about one number");

/// Three answers that do not follow from one another.
CLAIM(F06, ShapeFormatAndDeviceAreIndependent, "形状、格式、设备各改一项，另外两项都不动",
      "of shape, format and device each can be changed, and the other two stay") {
  const Stored x = looked_up(on, page, Dtype::float32, "cpu");
  EXPECT_PRINTED(x.values.shape(), page.figure("shape"));
  const Stored shorter = on.to_dtype(x, Dtype::float16);
  const Stored moved = on.to_device(x, "gpu:0");
  const Stored regrouped = on.reshape_stored(moved, {6, 4});
  EXPECT_EXACTLY(format(shorter), "float16");
  EXPECT_EXACTLY(shorter.device, "cpu");
  EXPECT_EXACTLY(shorter.values.shape(), x.values.shape());
  EXPECT_EXACTLY(moved.device, "gpu:0");
  EXPECT_EXACTLY(format(moved), "float32");
  EXPECT_EXACTLY(on.to_dtype(moved, Dtype::float16).device, "gpu:0");
  EXPECT_EXACTLY(moved.values.shape(), x.values.shape());
  EXPECT_EXACTLY(regrouped.values.shape(), Shape{6, 4});
  EXPECT_EXACTLY(regrouped.device + " " + format(regrouped), "gpu:0 float32");
}

/// Of the three changes only one touches the numbers.
CLAIM(F06, ACastRoundsAMoveDoesNot, "转换格式会舍入：0.1在FP16里是0.0999755859375；搬动与重排一位不改",
      "a cast rounds: 0.1 in FP16 is 0.0999755859375; a move and a reshape change no bit") {
  const Stored x = on.store(row({0.1, -0.7, 1e-9, 70000}), Dtype::float64, "cpu");
  EXPECT_EXACTLY(on.to_device(x, "gpu:0").values, x.values);
  EXPECT_EXACTLY(on.reshape_stored(x, {2, 2}).values, table({{0.1, -0.7}, {1e-9, 70000}}));
  const Stored shorter = on.to_dtype(x, Dtype::float16);
  EXPECT_EXACTLY(shorter.values, row({0.0999755859375, -0.7001953125, 0, INFINITY}));
  EXPECT_EXACTLY(on.to_dtype(shorter, Dtype::float64).values, shorter.values);
}

/// There are two of them now; a change to the one is not seen by the other.
CLAIM(F06, AMovedArrayIsAnotherCopy, "搬到设备之后再改主机上的原数，设备上的那份不变：已是旧值",
      "after a move, writing to the host's numbers leaves the device's as they were: stale") {
  const Stored host = on.store(row({1, 2, 3}), Dtype::float32, "cpu");
  const Stored device = on.to_device(host, "gpu:0");
  Tensor values = host.values;
  on.write(values, scalar(9));
  EXPECT_EXACTLY(host.values, row({9, 9, 9}));
  EXPECT_EXACTLY(device.values, row({1, 2, 3}));
  EXPECT_EXACTLY(on.to_device(device, "cpu").values, row({1, 2, 3}));
}

SECTION("整数编号与浮点特征为何类型不同", "Why ids are whole numbers and features floating-point ones");

/// What everything about memory is counted with.
CLAIM(F06, BitsAndBytesOfOneNumber, "int64占64位8字节，float32占32位4字节，FP16与BF16都占16位2字节",
      "int64 takes 64 bits, 8 bytes; float32 32 and 4; FP16 and BF16 both 16 and 2") {
  const std::vector<Dtype> dtypes = {Dtype::int64, Dtype::float32, Dtype::float16};
  Ids bits = Ids::full({3}, 0);
  Ids bytes = Ids::full({3}, 0);
  for (std::int64_t i = 0; i < 3; ++i) {
    bits.set({i}, on.bit_width(dtypes[static_cast<std::size_t>(i)]));
    bytes.set({i}, on.bytes_per_element(dtypes[static_cast<std::size_t>(i)]));
  }
  EXPECT_PRINTED(bits, page.figure("bits"));
  EXPECT_PRINTED(bytes, page.figure("bytes"));
  EXPECT_EXACTLY(on.bit_width(Dtype::bfloat16), on.bit_width(Dtype::float16));
  EXPECT_EXACTLY(on.bytes_per_element(Dtype::uint8), 1);
  EXPECT_EXACTLY(on.bytes_per_element(Dtype::float64), 8);
}

/// One spends its bits on range, the other on fineness: sixteen bits do not say which.
CLAIM(F06, SameSizeOtherNumbers, "同为16位：70000只在FP16里溢出；1+2⁻⁹只在BF16里丢失；257在BF16里成了256",
      "16 bits each: 70000 overflows in FP16 only; 1 + 2⁻⁹ is lost in BF16 only; 257 becomes 256 in BF16") {
  const Tensor numbers = row({70000, 1.001953125, 257, 1e-30});
  const Tensor half = on.cast(numbers, Dtype::float16);
  const Tensor brain = on.cast(numbers, Dtype::bfloat16);
  EXPECT_EXACTLY(half, row({INFINITY, 1.001953125, 257, 0}));
  EXPECT_EXACTLY(on.slice(brain, 0, 0, 3), row({70144, 1, 256}));
  EXPECT_EXACTLY(brain, second::cast(numbers, Dtype::bfloat16));
  const std::vector<std::string> names = {"70000", "1+2⁻⁹", "257", "1e−30"};
  page.show("float16", half, {}, names);
  page.show("bfloat16", brain, {}, names);
}

/// A cast takes the nearest number, and of two equally near ones the even one.
CLAIM(F06, ACastTakesTheNearest, "转换取最近的数：1.7/1024、负数也一样；正好在中间时取末位为偶数的",
      "a cast takes the nearest number, below zero too; exactly between two it takes the even one") {
  const Tensor between = row({2049, 2051, -2051, 2050.5, 2049.5});
  EXPECT_EXACTLY(on.cast(between, Dtype::float16), row({2048, 2052, -2052, 2050, 2050}));
  EXPECT_EXACTLY(on.cast(row({2.75, -2.75}), Dtype::int64), row({2, -2}));
  const Tensor many = second::divide(page.random({64}), scalar(1000));
  EXPECT_EXACTLY(on.cast(many, Dtype::bfloat16), second::cast(many, Dtype::bfloat16));
}

/// "Floating point is inexact" is no rule that 0.1 + 0.2 must miss: it depends on the format.
CLAIM(F06, PointOneAndPointTwo, "0.1+0.2在float64与FP16里不等于0.3，在float32与BF16里恰好相等",
      "0.1 + 0.2 misses 0.3 in float64 and FP16, and hits it in float32 and BF16") {
  const std::vector<Dtype> dtypes = {Dtype::float64, Dtype::float32, Dtype::bfloat16, Dtype::float16};
  Mask hits = Mask::full({4}, 0);
  for (std::int64_t i = 0; i < 4; ++i) {
    const Dtype dtype = dtypes[static_cast<std::size_t>(i)];
    const Tensor sum = on.add_in(row({0.1}), row({0.2}), dtype);
    hits.set({i}, sum.at({0}) == on.cast(row({0.3}), dtype).at({0}));
    EXPECT_EXACTLY(sum, second::add_in(row({0.1}), row({0.2}), dtype));
  }
  EXPECT_EXACTLY(hits, Mask({4}, {0, 1, 1, 0}));
}
NOTE("整数编号与浮点特征为何类型不同",
     "“近似”要按格式来说：0.1+0.2在float32与BF16里与0.3相等，在float64与FP16里不等。",
     "\"Approximate\" depends on the format: 0.1 + 0.2 equals 0.3 in float32 and BF16, not in float64 and "
     "FP16.",
     PointOneAndPointTwo);

/// There is no row between two rows.
CLAIM(F06, IdsAreWhole, "编号必须是整数：2.5报错，浮点格式的编号也报错，不悄悄取整",
      "ids must be whole: 2.5 is an error, and so are ids in a float format; nothing is rounded quietly") {
  const Stored e = on.store(page.random({6, 4}), Dtype::float32, "cpu");
  EXPECT_REFUSED(on.whole_numbers(row({1, 2.5})), "2.5", "no whole number");
  EXPECT_REFUSED(on.embed_stored(e, on.store(row({1, 2}), Dtype::float32, "cpu")), "float32", "whole format");
  const Stored wanted = on.store(row({1, 2, 3}), Dtype::int64, "cpu");
  EXPECT_EXACTLY(on.embed_stored(e, wanted).values, second::embed(e.values, ids({1, 2, 3})));
  EXPECT_EXACTLY(on.whole_numbers(row({3, -1})), ids({3, -1}));
}

/// In a vocabulary of 6 nobody would notice; from 257 on two tokens share a row.
CLAIM(F06, IdsInAShortFormatCollide, "编号存成BF16，257以上开始相撞：257读成256；FP16从2049起",
      "ids kept in BF16 collide from 257 on: 257 reads as 256; in FP16 from 2049 on") {
  const Ids large = ids({255, 256, 257, 259});
  EXPECT_EXACTLY(on.ids_in(large, Dtype::bfloat16), ids({255, 256, 256, 260}));
  EXPECT_EXACTLY(on.ids_in(ids({2048, 2049, 257}), Dtype::float16), ids({2048, 2048, 257}));
  EXPECT_EXACTLY(on.ids_in(large, Dtype::int64), large);
  const Tensor table = page.random({261, 2});
  EXPECT_EXACTLY(on.embed(table, large), second::embed(table, large));
}

/// A count of marks is no mark: 8 bits end at 255.
CLAIM(F06, ACountNeedsRoom, "700个1在8位里累加得188；计数要用更宽的整数",
      "700 ones added up in 8 bits give 188; a count needs a wider number") {
  EXPECT_EXACTLY(on.sum_in(Tensor::full({700}, 1), Dtype::uint8), scalar(188));
  EXPECT_EXACTLY(on.sum_in(Tensor::full({700}, 1), Dtype::int64), scalar(700));
  EXPECT_EXACTLY(on.count_valid(Mask::full({2, 700}, 1)), ids({700, 700}));
}

/// Kept short, a running sum stops growing long before its end.
CLAIM(F06, ARunningSumNeedsRoom, "3000个1在FP16里累加停在2048，在BF16里停在256；用float32累加得3000",
      "3000 ones added up in FP16 stop at 2048, in BF16 at 256; in float32 they give 3000") {
  const Tensor ones = Tensor::full({3000}, 1);
  EXPECT_EXACTLY(on.sum_in(ones, Dtype::float16), scalar(2048));
  EXPECT_EXACTLY(on.sum_in(ones, Dtype::bfloat16), scalar(256));
  EXPECT_EXACTLY(on.sum_in(ones, Dtype::float32), scalar(3000));
  EXPECT_EXACTLY(on.sum(ones, 0), row({3000}));
  EXPECT_EXACTLY(on.sum_in(row({0.5, 2, 0.25}), Dtype::float16), scalar(2.75));
}

/// A constant is a number too: whoever loads the model in another format must round it in the same place.
CLAIM(F06, ConstantsAreRoundedToo, "√2560在float32里是50.596443，存成BF16就是50.5",
      "√2560 is 50.596443 in float32, and 50.5 once it is kept in BF16") {
  const Tensor scale = on.embedding_scale(2560);
  EXPECT_CLOSE(scale, scalar(50.596443),
               within(0.0000005, "half a unit of the last digit given")
                   .in_f32(0.000004, "float32 steps by 0.0000038 here"));
  EXPECT_EXACTLY(on.cast(scale, Dtype::bfloat16), scalar(50.5));
}

SECTION("对较大规模的表示算一遍存储", "The memory of the larger example");

/// Ids are few and wide.
CLAIM(F06, TheIdsTake2048Bytes, "[2,128]共256个编号，按int64存储占2048字节",
      "[2,128] is 256 ids; as int64 they take 2048 bytes") {
  const Ids table = on.pad_right({{1, 2, 3}, {4, 2}}, 128, 0);
  EXPECT_PRINTED(table.shape(), page.figure("ids_shape"));
  EXPECT_PRINTED(table.size(), page.figure("ids_count"));
  EXPECT_PRINTED(on.storage_bytes(table.shape(), Dtype::int64), page.figure("ids_bytes"));
}

/// One intermediate result, and already a thousand times the ids.
CLAIM(F06, TheRowsTakeTwoMebibytes, "[2,128,4096]有1,048,576个数，每个2字节，共2,097,152字节，即2 MiB",
      "[2,128,4096] is 1,048,576 numbers; at 2 bytes each 2,097,152 bytes, or 2 MiB") {
  const Shape shape = on.broadcast_shape({2, 128, 1}, {4096});
  EXPECT_PRINTED(shape, page.figure("big_shape"));
  EXPECT_PRINTED(on.storage_bytes(shape, Dtype::uint8), page.figure("big_count"));
  EXPECT_PRINTED(on.bytes_per_element(Dtype::bfloat16), page.figure("element_bytes"));
  const std::int64_t bytes = on.storage_bytes(shape, Dtype::bfloat16);
  EXPECT_PRINTED(bytes, page.figure("big_bytes"));
  EXPECT_PRINTED(on.in_mib(bytes), page.figure("big_mib"));
  EXPECT_EXACTLY(on.in_mib(bytes), 2);
  EXPECT_EXACTLY(on.storage_bytes(shape, Dtype::float32), 2 * bytes);
}

/// The two units differ by five percent, and 2 MiB is not 2 MB.
CLAIM(F06, MebibytesAreNotMegabytes, "1 MiB是1024×1024字节，1 MB是1,000,000字节：2 MiB等于2.097152 MB",
      "1 MiB is 1024 × 1024 bytes, 1 MB is 1,000,000: 2 MiB are 2.097152 MB") {
  const std::int64_t base = page.figure("mib_base").integer();
  EXPECT_EXACTLY(on.in_mib(base * base), page.figure("one_mib").number());
  EXPECT_EXACTLY(on.in_megabytes(page.figure("megabyte").integer()), 1);
  EXPECT_EXACTLY(on.in_megabytes(page.figure("big_bytes").integer()), 2.097152);
  EXPECT_EXACTLY(on.in_mib(1000000), 0.95367431640625);
}

/// A list of everything, and then a sum: the largest entry is here a table that no single result shows.
CLAIM(F06, TheWholeModelIsAnInventory, "列出词表、一层权重、结果、缓存再相加：单看结果的2 MiB只是千分之几",
      "table, one layer's weights, result and cache are listed and added; the 2 MiB alone are a few "
      "thousandths") {
  const Inventory items = {{"E", {32000, 4096}, Dtype::bfloat16},
                           {"Wq, Wk, Wv, Wo", {4, 4096, 4096}, Dtype::bfloat16},
                           {"ids", {2, 128}, Dtype::int64},
                           {"H", {2, 128, 4096}, Dtype::bfloat16},
                           {"K, V", {2, 2, 128, 4096}, Dtype::bfloat16}};
  const Ids bytes = on.item_bytes(items);
  EXPECT_EXACTLY(bytes, ids({262144000, 134217728, 2048, 2097152, 4194304}));
  EXPECT_EXACTLY(on.total_bytes(items), 402655232);
  EXPECT_EXACTLY(on.total_bytes(items), second::total_bytes(items));
  EXPECT_EXACTLY(on.in_mib(on.total_bytes(items)), 384.001953125);
  EXPECT_EXACTLY(on.total_bytes({}), 0);
}

SECTION("一次常见执行的实际顺序", "The usual order of one run");

/// Weights and ids go there, the rows are read there, the result comes back.
CLAIM(F06, TheResultComesBack, "参数与编号搬到设备、在那里查表、结果取回：与在CPU上查的逐位相同",
      "weights and ids moved there, looked up there, brought back: bit for bit what the CPU gives") {
  const Stored weights = on.store(page.figure("X01/E"), Dtype::float32, "cpu");
  const Stored wanted = on.store(row({1, 2, 3}), Dtype::int64, "cpu");
  const Stored rows = on.embed_stored(on.to_device(weights, "gpu:0"), on.to_device(wanted, "gpu:0"));
  EXPECT_EXACTLY(rows.device, "gpu:0");
  const Stored back = on.to_device(rows, "cpu");
  EXPECT_EXACTLY(back.values, second::embed(weights.values, ids({1, 2, 3})));
  EXPECT_EXACTLY(back.device + " " + format(back), "cpu float32");
}

/// The error is the good case: a silent answer from the wrong copy would be the bad one.
CLAIM(
    F06, DifferentDevicesAreAnError, "操作数不在同一设备：报错并说出两个设备，不悄悄搬动，也不用旧的主机数据",
    "operands on different devices: an error names both; nothing is moved silently, no stale copy is read") {
  const Stored here = on.store(row({1, 2}), Dtype::float32, "cpu");
  const Stored there = on.to_device(here, "gpu:0");
  EXPECT_REFUSED(on.add_stored(here, there), "cpu", "gpu:0", "different devices");
  const Stored e = on.store(page.random({6, 4}), Dtype::float32, "gpu:0");
  EXPECT_REFUSED(on.embed_stored(e, on.store(row({1}), Dtype::int64, "cpu")), "gpu:0", "cpu");
  const Stored other = on.store(row({1.001953125, 5}), Dtype::float32, "gpu:0");
  EXPECT_EXACTLY(on.add_stored(there, other).values, row({2.001953125, 7}));
  EXPECT_REFUSED(on.add_stored(here, on.to_dtype(here, Dtype::float16)), "float32", "float16");
}

/// On a real device: whatever the number, the way there and back costs no bit.
CLAIM(F06, ThereAndBackIsBitExact, "真实设备：复制过去再取回，逐位相同，最小、最大的数与−0也不例外",
      "on a real device: copied there and back, bit for bit, the smallest and largest numbers and −0 too",
      DeviceOnly("needs another memory to copy to")) {
  const Tensor numbers = on.cast(row({0.1, -0.7, 1e-38, 3e38, -0.0, INFINITY, 0x1p-149}), Dtype::float32);
  EXPECT_EXACTLY(on.contiguous(numbers), numbers);
}

SECTION("为什么小任务放GPU有时不快", "Why a small task may not be fast on a GPU");

/// The program is told "done" when the work has been put in the queue.
CLAIM(F06, LaunchingIsNotFinishing, "三个800微秒的核、每次发出5微秒：15微秒后函数已返回，2405微秒才算完",
      "three kernels of 800 µs, 5 µs a launch: the calls return after 15 µs, the work ends after 2405") {
  const Ids kernels = ids({800, 800, 800});
  EXPECT_EXACTLY(on.launch_returns(kernels, 5), ids({5, 10, 15}));
  EXPECT_EXACTLY(on.kernel_ends(kernels, 5), ids({805, 1605, 2405}));
  EXPECT_EXACTLY(on.queueing_time(kernels, 5), 15);
  EXPECT_EXACTLY(on.finished_time(kernels, 5), 2405);
}

/// Equal kernels hide how the two clocks interlock; these do not.
CLAIM(F06, AKernelWaitsForItsLaunchAndForTheDevice,
      "核要等自己发出、也要等前一个算完：[700,30,2]为737，[2,2,2]为17，[2,700,2]为712（等长的核分不出）",
      "a kernel waits for its launch and for the one before: [700,30,2] takes 737, [2,2,2] 17, [2,700,2] 712 "
      "(equal kernels cannot tell)") {
  EXPECT_EXACTLY(on.kernel_ends(ids({700, 30, 2}), 5), ids({705, 735, 737}));
  EXPECT_EXACTLY(on.kernel_ends(ids({2, 2, 2}), 5), ids({7, 12, 17}));
  EXPECT_EXACTLY(on.kernel_ends(ids({2, 700, 2}), 5), ids({7, 710, 712}));
  for (const Ids& kernels : {ids({9, 1, 4, 4}), ids({0, 3, 20, 1, 1}), ids({6})})
    EXPECT_EXACTLY(on.kernel_ends(kernels, 4), second::kernel_ends(kernels, 4));
}
NOTE("为什么小任务放GPU有时不快", "没有说排队的规则：这里规定核在自己发出之后、且设备空闲时开始。",
     "The queue's rule is left open; here a kernel starts when its launch has returned and the device is "
     "free.",
     AKernelWaitsForItsLaunchAndForTheDevice);

/// The same three launches: all overhead for small kernels, next to none for large ones.
CLAIM(F06, SmallKernelsAreMostlyLaunch, "2微秒的核：17微秒里设备只忙6微秒；800微秒的核：2405微秒里忙2400微秒",
      "kernels of 2 µs: the device is busy for 6 of 17 µs; kernels of 800 µs: for 2400 of 2405") {
  EXPECT_EXACTLY(on.finished_time(ids({2, 2, 2}), 5), 17);
  EXPECT_EXACTLY(on.finished_time(ids({800, 800, 800}), 5), 2405);
  EXPECT_EXACTLY(on.finished_time(ids({2400}), 5), 2405);
  EXPECT_EXACTLY(on.finished_time(ids({6}), 5), 11);
  EXPECT_EXACTLY(on.finished_time(Ids({0}, {}), 5), 0);
}

/// Reported and not judged: how long one number takes on this device, and how long a million.
CLAIM(F06, ATinyOpOnThisDevice, "真实设备：加一个数与加一百万个数各用多久，只作报告",
      "on a real device: how long one number and a million numbers take to add, as a report",
      DeviceOnly("times a device")) {
  std::string report;
  for (const std::int64_t count : {1, 1048576}) {
    const Tensor x = Tensor::full({count}, 1);
    const auto start = std::chrono::steady_clock::now();
    EXPECT_EXACTLY(on.add(x, x), Tensor::full({count}, 2));
    const std::chrono::duration<double, std::micro> took = std::chrono::steady_clock::now() - start;
    report += std::to_string(count) + ": " + std::to_string(took.count()) + " µs; ";
  }
  page.show_text("µs", report);
}

SECTION("现在把“组批、放设备、查表”连起来", "Batching, devices and lookup in one chain");

/// Each step answers its own question, so each kind of mistake shows in its own place.
CLAIM(F06, EachStepHasItsOwnTask,
      "组批定一起算哪些，标记定哪些真实，格式定怎样存，设备定在哪算，查表定哪一行",
      "the batch says what goes together, marks what is real, format how, device where, lookup which row") {
  const Sentences sentences = {{1, 2, 3}, {4, 2}};
  const Ids batch = on.pad_right(sentences, on.common_length(on.lengths_of(sentences)), 0);
  EXPECT_EXACTLY(batch, page.figure("F04/input_ids").ids());
  EXPECT_EXACTLY(on.valid_right(on.lengths_of(sentences), 3), mask_table({{1, 1, 1}, {1, 1, 0}}));
  const Tensor numbers = Tensor({2, 3}, {1, 2, 3, 4, 2, 0});
  const Stored wanted = on.store(numbers, Dtype::int64, "gpu:0");
  const Stored weights = on.store(page.random({6, 4}), Dtype::bfloat16, "gpu:0");
  const Stored h = on.embed_stored(weights, wanted);
  EXPECT_EXACTLY(h.device + " " + format(h), "gpu:0 bfloat16");
  EXPECT_EXACTLY(h.values, second::embed(weights.values, batch));
  EXPECT_EXACTLY(on.storage_bytes(h.values.shape(), h.dtype), 48);
}

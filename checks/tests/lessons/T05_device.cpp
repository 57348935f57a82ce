// A lesson for the rule of provenance: what counts as a pass of a device.
#include "checks/lesson.h"

LESSON(T05, "设备", "Device");

SECTION("一节", "A section");

CLAIM(T05, ComputedThere, "在设备上算", "its value comes from the device") {
  EXPECT_EXACTLY(on.matmul(table({{1, 2}}), table({{3}, {4}})), table({{11}}));
}

CLAIM(T05, DerivedFromThere, "由设备结果而来", "a host word on the device's result") {
  const Tensor there = on.matmul(table({{1, 2}}), table({{3}, {4}}));
  EXPECT_EXACTLY(on.reshape(on.add(there, scalar(1)), {1}), row({12}));
}

CLAIM(T05, ComputedHere, "在主机上算", "no word of it runs on the device") {
  EXPECT_EXACTLY(on.add(row({1}), row({1})), row({2}));
}

CLAIM(T05, ComparesWhatIsHere, "比的是主机的数", "runs a device word, compares a host value") {
  on.matmul(table({{1, 2}}), table({{3}, {4}}));
  EXPECT_EXACTLY(on.add(row({1}), row({1})), row({2}));
}

CLAIM(T05, OneOfTwo, "只有一个来自设备", "one compared value from the device, one not") {
  EXPECT_EXACTLY(on.matmul(table({{1, 2}}), table({{3}, {4}})), table({{11}}));
  EXPECT_EXACTLY(on.add(row({1}), row({1})), row({2}));
}

CLAIM(T05, ShapeBesideAResult, "设备的结果与它的形状", "a result from the device, and its shape") {
  const Tensor there = on.matmul(table({{1, 2}}), table({{3}, {4}}));
  EXPECT_EXACTLY(there, table({{11}}));
  EXPECT_EXACTLY(there.shape(), Shape{1, 1});
}

CLAIM(T05, OnlyAShape, "只比形状", "runs a device word and compares nothing but a shape") {
  EXPECT_EXACTLY(on.matmul(table({{1, 2}}), table({{3}, {4}})).shape(), Shape{1, 1});
}

CLAIM(T05, Composite, "合成的词", "a word composed of device words and host words") {
  EXPECT_EXACTLY(on.affine(table({{1, 2}}), table({{3}, {4}}), row({1})), table({{12}}));
}

CLAIM(T05, DeviceIsWrong, "设备算错", "the device's sum is off by one") {
  EXPECT_EXACTLY(on.sum(table({{1, 2}}), 1), table({{3}}));
}

CLAIM(T05, OnlyADeviceShows, "只有设备能示", "needs a device",
      DeviceOnly("shows the device's own rounding")) {
  EXPECT_EXACTLY(on.matmul(table({{1, 2}}), table({{3}, {4}})), table({{11}}));
}

#include "checks/shape.h"

#include <gtest/gtest.h>

namespace galley {
namespace {

TEST(ShapeList, GrowsAndShrinksLikeAVector) {
  Shape shape{2, 3};
  shape.push_back(4);
  shape.insert(shape.begin(), 1);
  shape.insert(shape.begin() + 1, {7, 8});
  EXPECT_EQ(shape, (Shape{1, 7, 8, 2, 3, 4}));
  shape.erase(shape.begin() + 1);
  shape.pop_back();
  EXPECT_EQ(shape, (Shape{1, 8, 2, 3}));
  EXPECT_EQ(Shape(shape.rbegin(), shape.rend()), (Shape{3, 2, 8, 1}));
}

TEST(ShapeList, WhatWasCutOffIsNotSeenAgain) {
  Shape shape{2, 3};
  shape.pop_back();
  EXPECT_NE(shape, (Shape{2, 3}));
  shape.resize(3, 5);
  EXPECT_EQ(shape, (Shape{2, 5, 5}));
}

TEST(ShapeList, NineAxesAreRefusedByNumber) {
  EXPECT_EQ(Shape(8, 1).size(), 8u);
  try {
    Shape(9, 1);
    ADD_FAILURE() << "not refused";
  } catch (const Misuse& misuse) {
    EXPECT_EQ(std::string(misuse.what()), "a shape of 9 axes: 8 are the most");
  }
  Shape full(8, 1);
  EXPECT_THROW(full.push_back(1), Misuse);
  EXPECT_THROW(full.insert(full.begin(), 1), Misuse);
}

}  // namespace
}  // namespace galley

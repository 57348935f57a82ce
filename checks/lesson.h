#pragma once
// All that a lesson includes; precompiled once for all of them, so it stays light.
#include <gtest/gtest.h>

#include "checks/claim.h"
#include "checks/compare.h"
#include "checks/second/second.h"

using namespace galley;  // NOLINT(google-build-using-namespace): a lesson speaks these words and nothing else

#pragma once
// The second route to every value: plain loops in long double, written once more beside Ops and without it.
// Right values of twins and of the words' own tests come from here.
#include "checks/second/array.h"
#include "checks/second/attention.h"
#include "checks/second/batch.h"
#include "checks/second/cache.h"
#include "checks/second/decode.h"
#include "checks/second/dtype.h"
#include "checks/second/generate.h"
#include "checks/second/linear.h"
#include "checks/second/mask.h"
#include "checks/second/model.h"
#include "checks/second/network.h"
#include "checks/second/norm.h"
#include "checks/second/position.h"
#include "checks/second/softmax.h"
#include "checks/second/text.h"

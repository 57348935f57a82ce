#include "checks/lesson.h"

LESSON(F10, "网络", "A network");

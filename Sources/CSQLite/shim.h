#pragma once
#include <sqlite3.h>

/// Switches off the counting of every allocation, which takes a lock each time. To be called before SQLite is used.
/// A function of its own, because Swift cannot call one with a variable number of arguments.
static inline int csqlite_without_memory_statistics(void) {
    return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}

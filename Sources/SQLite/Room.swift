// Room SQLite.

// Room Registry.

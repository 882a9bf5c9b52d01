// Room Directory.

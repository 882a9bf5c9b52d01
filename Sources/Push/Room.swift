// Room Push.

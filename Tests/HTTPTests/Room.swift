// Room HTTP.

// Room HTTP2.

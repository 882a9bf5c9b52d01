// Room JWT.

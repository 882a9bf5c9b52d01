// Room API.

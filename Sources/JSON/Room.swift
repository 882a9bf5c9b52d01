// Room JSON.

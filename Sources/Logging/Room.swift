// Room Logging.

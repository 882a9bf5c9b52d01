// Room Crypto.

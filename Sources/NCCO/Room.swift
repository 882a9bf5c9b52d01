// Room NCCO.

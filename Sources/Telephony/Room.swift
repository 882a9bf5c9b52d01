// Room Telephony.

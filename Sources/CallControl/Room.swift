// Room CallControl.

// Room App.

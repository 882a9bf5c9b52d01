// Room EventLoop.

// Room Simulator.

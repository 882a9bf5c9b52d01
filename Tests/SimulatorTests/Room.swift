// Tests of Simulator.

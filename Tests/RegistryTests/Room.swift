// Tests of Registry.

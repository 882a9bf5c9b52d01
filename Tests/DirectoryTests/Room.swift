// Tests of Directory.

// Tests of CallControl.

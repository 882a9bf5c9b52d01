// Tests of JWT.

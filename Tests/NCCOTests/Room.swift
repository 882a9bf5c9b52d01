// Tests of NCCO.

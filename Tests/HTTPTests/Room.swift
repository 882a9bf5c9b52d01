// Tests of HTTP.

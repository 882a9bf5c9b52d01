// Tests of HTTP2.

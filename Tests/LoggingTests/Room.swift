// Tests of Logging.

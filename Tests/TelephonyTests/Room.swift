// Tests of Telephony.

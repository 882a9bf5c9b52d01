// Room HTTPClient.

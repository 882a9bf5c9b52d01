/// Everything a client can be told that went wrong.
extension Problem {
    // Requests that cannot be served as they are.
    package static let badRequest = Problem(400, "bad_request", "Bad Request")
    package static let invalidBody = Problem(400, "invalid_body", "The body cannot be read")
    package static let invalidParameters = Problem(
        400, "invalid_parameters", "Some parameters are not valid", vendorCode: "http:error:validation-fail")
    package static let invalidQuery = Problem(
        400, "invalid_query", "Some parameters are not valid", vendorCode: "http:error:validation-fail")
    package static let notFound = Problem(404, "not_found", "Not Found")
    package static let methodNotAllowed = Problem(405, "method_not_allowed", "Request method not allowed")
    package static let unsupportedMediaType = Problem(
        415, "unsupported_media_type", "Unsupported Content-Type header")

    // Who asks.
    package static let unauthorized = Problem(
        401, "unauthorized", "Invalid credentials supplied", vendorCode: "system:error:missing-token")
    package static let missingToken = Problem(
        401, "missing_token", "A Bearer token is needed", vendorCode: "system:error:missing-token")
    package static let malformedToken = Problem(
        401, "malformed_token", "The token is malformed", vendorCode: "system:error:invalid-token")
    package static let expiredToken = Problem(
        401, "expired_token", "The token has expired", vendorCode: "system:error:expired-token")
    package static let invalidToken = Problem(
        401, "invalid_token", "The token is not valid", vendorCode: "system:error:invalid-token")
    package static let unknownApplicationToken = Problem(
        401, "unknown_application", "The token names an application that is not here",
        vendorCode: "system:error:invalid-token")
    package static let unknownUserToken = Problem(
        401, "unknown_user", "The token names a user the application does not have",
        vendorCode: "system:error:invalid-token")
    package static let forbidden = Problem(
        403, "forbidden", "The token does not allow this", vendorCode: "http:error:forbidden")
    package static let secretsUnavailable = Problem(
        503, "secrets_unavailable", "The key of the secrets is missing or wrong",
        advice: "Put secrets.key back into the data folder, or set HOOKLINE_KEY_FILE, and start again.")

    // Webhooks.
    package static let missingSignature = Problem(
        401, "missing_signature", "The webhook is not signed",
        advice: "Turn on signed webhooks for the application at the platform.")
    package static let invalidSignature = Problem(401, "invalid_signature", "The signature does not match")
    package static let unsignedEvent = Problem(
        503, "unsigned_event", "The webhook is not signed",
        advice: "Turn on signed webhooks for the application at the platform.")
    package static let clientCertificateRequired = Problem(
        403, "client_certificate_required", "Webhooks need a client certificate that is trusted here",
        advice: "Send the webhook over HTTPS to this server itself, with a certificate signed by its tls_client_ca.")
    package static let replayedToken = Problem(
        401, "replayed_token", "The token has been used with other content")
    package static let wrongApplication = Problem(
        401, "wrong_application", "The signature speaks for another application")
    package static let unreadableEvent = Problem(400, "unreadable_event", "The event is not a JSON object")

    // Things that are not there, or there already.
    package static let applicationNotFound = Problem(404, "application_not_found", "There is no such application")
    package static let userNotFound = Problem(
        404, "user_not_found", "There is no such user", vendorCode: "user:error:not-found")
    package static let numberNotFound = Problem(404, "number_not_found", "There is no such number here")
    package static let callNotFound = Problem(404, "call_not_found", "There is no such call")
    package static let credentialNotFound = Problem(404, "credential_not_found", "There is no such push credential")
    package static let flowNotFound = Problem(404, "flow_not_found", "There is no such flow")
    package static let applicationExists = Problem(409, "application_exists", "There is an application with that id")
    package static let userNameTaken = Problem(
        409, "user_name_taken", "A user with that name exists", vendorCode: "user:error:duplicate-name")
    package static let numberTaken = Problem(409, "number_taken", "The number is owned already")
    package static let keyMismatch = Problem(409, "key_mismatch", "The two halves of the key do not belong together")
    package static let noSigningKey = Problem(409, "no_signing_key", "The application's private key is not here")
    package static let noApplication = Problem(
        409, "no_application", "It is not clear which application is meant", advice: "Name it with application_id.")

    package static let importKeyMismatch = Problem(
        400, "key_mismatch", "The two halves of the key do not belong together")

    // What the vendor's Numbers API cannot do; the second is its own label.
    package static let cannotDo = Problem(420, "cannot_do", "The request cannot be carried out")
    package static let methodFailed = Problem(420, "method_failed", "method failed")

    // Call flows.
    package static let invalidFlow = Problem(400, "invalid_flow", "The flow cannot be used")
    package static let flowInUse = Problem(409, "flow_in_use", "The flow is in use")
    package static let flowChanged = Problem(412, "flow_changed", "The flow is not what it was taken for")
    package static let tooManyFlows = Problem(409, "too_many_flows", "There are as many flows as are kept")

    // Devices and push credentials.
    package static let invalidDeviceToken = Problem(400, "invalid_device_token", "The device token cannot be read")
    package static let invalidPushCredential = Problem(
        400, "invalid_push_credential", "The push credential cannot be used")

    // What this server cannot do now.
    package static let notImplemented = Problem(501, "not_implemented", "Not implemented")
    package static let tooManyRequests = Problem(429, "too_many_requests", "Too many requests")
    package static let storeUnavailable = Problem(503, "store_unavailable", "Nothing can be recorded right now")
    package static let internalError = Problem(500, "internal_error", "Something went wrong here")
}

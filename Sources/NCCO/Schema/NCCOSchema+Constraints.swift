import JSON

/// What options have to do with each other.
extension NCCOSchema {
    static func constraints(_ kind: ActionKind) -> [JSONValue] {
        switch kind {
        case .talk: spokenText
        case .record: [["dependentRequired": ["channels": ["split"]]]]
        case .conversation: [mutedSpeaker, recordedTranscription]
        case .transfer: [mutedSpeaker]
        case .connect:
            [["not": ["required": ["from", "randomFromNumber"], "properties": ["randomFromNumber": isTrue]]]]
        case .input:
            [
                ["not": ["required": ["mode", "dtmf"], "properties": ["mode": ["const": "asynchronous"]]]],
                // Without a type it is the shape of before 2020, which has neither of these.
                [
                    "anyOf": [
                        ["required": ["type"]], ["not": ["anyOf": [["required": ["dtmf"]], ["required": ["speech"]]]]],
                    ]
                ],
            ]
        case .stream, .notify, .wait: []
        }
    }

    static func constraints(_ kind: EndpointKind) -> [JSONValue] {
        switch kind {
        case .sip:
            [
                [
                    "oneOf": [
                        ["required": ["uri"], "not": ["anyOf": [["required": ["user"]], ["required": ["domain"]]]]],
                        ["required": ["user", "domain"], "not": ["required": ["uri"]]],
                    ]
                ],
                [
                    "properties": [
                        "standardHeaders": [
                            "propertyNames": ["const": .string(SIPEndpoint.standardHeader)],
                            "additionalProperties": [
                                "maxLength": .number(JSONNumber(SIPEndpoint.maximumUserToUser))
                            ],
                        ]
                    ]
                ],
            ]
        case .websocket:
            [
                [
                    "properties": [
                        "authorization": [
                            "if": ["properties": ["type": ["const": "custom"]], "required": ["type"]],
                            "then": ["required": ["value"]],
                        ]
                    ]
                ]
            ]
        case .app, .phone, .vbc: []
        }
    }

    private static let isTrue: JSONValue = ["enum": [true, "true"]]

    private static let mutedSpeaker: JSONValue = [
        "not": ["required": ["mute", "canSpeak"], "properties": ["mute": isTrue]]
    ]

    private static let recordedTranscription: JSONValue = [
        "if": ["required": ["transcription"]], "then": ["required": ["record"], "properties": ["record": isTrue]],
    ]

    /// Tags are not counted, and stand in one `speak` element.
    private static let spokenText: [JSONValue] = [
        [
            "if": ["properties": ["text": ["not": ["pattern": "^\\s*<speak"]]], "required": ["text"]],
            "then": ["properties": ["text": ["maxLength": .number(JSONNumber(Talk.maximumCharacters))]]],
        ],
        [
            "if": ["properties": ["text": ["pattern": "<[A-Za-z_:/](.|\\n)*>"]], "required": ["text"]],
            "then": [
                "properties": [
                    "text": ["pattern": "^\\s*<speak(\\s[^>]*)?(/>|>(.|\\n)*</speak\\s*>)\\s*$"]
                ]
            ],
        ],
    ]
}

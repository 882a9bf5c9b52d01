import JSON

/// N010: nobody is muted and given listeners at once.
func checkMutedSpeaker(_ action: CheckedAction) -> [Finding] {
    guard action.kind == .conversation || action.kind == .transfer, action.object.isTrue("mute"),
        action.object.has("canSpeak")
    else { return [] }
    return [
        action.object.finding(
            .mutedSpeaker, "“mute” stands beside “canSpeak”",
            mend: "Leave out one of the two; “canSpeak”: [] is heard by nobody, too.", at: "mute")
    ]
}

/// N012: several channels are for recordings that are split.
func checkChannels(_ action: CheckedAction) -> [Finding] {
    guard action.kind == .record, let channels = action.object.member("channels"), !action.object.has("split") else {
        return []
    }
    let fix =
        action.object.value.member("split") == nil
        ? action.object.inserting("split", "conversation", before: channels) : nil
    return [
        action.object.finding(
            .channelsWithoutSplit, "“channels” needs “split”", mend: "Add “split”: \"conversation\".", at: "channels",
            fix: fix)
    ]
}

/// N013: only what is recorded can be turned into text.
func checkTranscription(_ action: CheckedAction) -> [Finding] {
    guard action.kind == .conversation, action.object.has("transcription"), !action.object.isTrue("record") else {
        return []
    }
    return [
        action.object.finding(
            .transcriptionWithoutRecord, "“transcription” needs “record”: true",
            mend: "Add “record”: true if the conversation is to be recorded, else leave “transcription” out.",
            at: "transcription", isAboutKey: true)
    ]
}

/// N014: keys that are sent one by one have no settings.
func checkAsynchronousInput(_ action: CheckedAction) -> [Finding] {
    guard action.kind == .input, action.object["mode"]?.string == "asynchronous",
        let dtmf = action.object.member("dtmf")
    else { return [] }
    let isEmpty = dtmf.value.members?.isEmpty ?? false
    return [
        action.object.finding(
            .asynchronousSettings, "“dtmf” has settings, but in “mode”: \"asynchronous\" each key is sent by itself",
            mend: "Leave out “dtmf”, or “mode”.", at: "dtmf", isAboutKey: true,
            fix: isEmpty ? action.object.removing(dtmf) : nil)
    ]
}

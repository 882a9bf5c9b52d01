import JSON

/// The checker: what the platform would refuse in an NCCO, and what deserves a second look.
package enum NCCOCheck {
    /// Everything there is to say about the text of an NCCO, in the order of the text.
    ///
    /// - Parameter vendors: SDKs whose narrower views are told as well.
    package static func findings(in bytes: [UInt8], vendors: [Vendor] = []) -> [Finding] {
        let text: PositionedText
        do throws(JSONError) { text = try PositionedText(bytes) } catch {
            return [syntaxFinding(error, in: bytes)]
        }
        var findings = checkByteOrderMark(text) + checkRepeatedKeys(text)
        guard let elements = text.root.array else {
            findings.append(notAnArray(text))
            return placed(findings, in: text)
        }
        findings += checkEmptiness(text)
        var actions: [CheckedAction?] = []
        for (index, element) in elements.enumerated() {
            do throws(Finding) {
                let action = try CheckedAction(element, at: JSONPointer().appending(index), in: text)
                for rule in rules { findings += rule(action) }
                for vendor in vendors { findings += vendor.findings(action) }
                actions.append(action)
            } catch {
                findings.append(error)
                actions.append(nil)
            }
        }
        for rule in sequenceRules { findings += rule(actions, elements) }
        for vendor in vendors { findings += vendor.findings(in: text) }
        return placed(findings, in: text)
    }

    /// One function a rule; each looks at one action.
    private static let rules: [@Sendable (CheckedAction) -> [Finding]] = [
        checkRequiredOptions, checkOptionValues, checkOptionNames, checkDeprecatedOptions, checkEndpointCount,
        checkEndpointType, checkAuthorization, checkSIPAddress, checkHeaders, checkWebSocketScheme, checkUserName,
        checkCallerNumbers, checkMachineDetections, checkMutedSpeaker, checkChannels, checkTranscription,
        checkAsynchronousInput, checkTextLength, checkMarkup, checkVoice, checkWaitingTime,
    ]

    /// Rules that look at the actions together; what is no action is nil.
    private static let sequenceRules: [@Sendable ([CheckedAction?], [PositionedValue]) -> [Finding]] = [
        checkBargeIn, checkReach,
    ]

    /// The findings in the order of the text, with lines and columns.
    private static func placed(_ findings: [Finding], in text: PositionedText) -> [Finding] {
        let order = findings.indices.sorted {
            (findings[$0].range.lowerBound, $0) < (findings[$1].range.lowerBound, $1)
        }
        var sorted = order.map { findings[$0] }
        for (index, place) in text.places(of: sorted.map(\.range.lowerBound)).enumerated() {
            sorted[index].line = place.line
            sorted[index].column = place.column
        }
        return sorted
    }
}

import Telephony

/// Which credential a push goes out with, and under which app.
struct CredentialChoice {
    let credential: PushCredential
    let bundle: BundleID
}

/// Why there is none, for people.
struct CredentialProblem: Error, Equatable, CustomStringConvertible {
    let description: String
}

/// Chooses the credential for a device.
///
/// The app is the device's own, else the configured one, else the only one the only credential names.
func chooseCredential(
    among all: [PushCredential], for device: PushDevice, _ kind: PushKind, defaultBundle: BundleID?, now: Timestamp
) throws(CredentialProblem) -> CredentialChoice {
    guard !all.isEmpty else {
        throw CredentialProblem(description: "no push certificate or key for this application")
    }
    let bundle: BundleID
    if let text = device.bundleID {
        guard let own = BundleID(text) else {
            throw CredentialProblem(description: "no key or certificate can fit the bundle id of the device")
        }
        bundle = own
    } else if let defaultBundle {
        bundle = defaultBundle
    } else if all.count == 1, all[0].bundles.count == 1, let only = all[0].bundles.first {
        bundle = only
    } else {
        throw CredentialProblem(
            description: "no bundle id: neither the device, the settings nor a single certificate or key names one")
    }

    let environment = device.environment
    let fitting = all.filter { $0.fitness(for: bundle, kind) > 0 }
    guard !fitting.isEmpty else {
        throw CredentialProblem(description: "no push certificate or key covers \(bundle)")
    }
    let here = fitting.filter { $0.environments.contains(environment) }
    guard !here.isEmpty else {
        throw CredentialProblem(
            description: "no push certificate or key for \(bundle) covers the \(environment.rawValue) gateway")
    }
    let valid = here.filter { credential in credential.notAfter.map { now < $0 } ?? true }
    guard let first = valid.first else {
        let end = here.compactMap(\.notAfter).max()?.rfc3339() ?? ""
        throw CredentialProblem(description: "no valid push certificate for \(bundle): it expired at \(end)")
    }
    let exact = valid.first { $0.fitness(for: bundle, kind) == 2 }
    return CredentialChoice(credential: exact ?? first, bundle: bundle)
}

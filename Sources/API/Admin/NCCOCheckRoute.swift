import HTTP
import HTTPServer
import JSON
import NCCO

/// `POST /admin/v1/ncco/check`: what is wrong with an NCCO. 200 when nothing is, or remarks only; 400 for errors.
/// `?vendor=python-sdk` tells what SDKs of the vendor's would refuse, several names parted by commas.
struct NCCOCheckRoute: Sendable {
    let context: APIContext

    /// So many findings are told; more than that nobody reads.
    private static let toldFindings = 1000

    func add(to router: inout Router) {
        router.on(
            .post, AdminRoutes.path + "/ncco/check", .async { request, exchange in await check(request, exchange) })
    }

    private func check(_ request: Request, _ exchange: Exchange) async -> Response {
        await context.administering(request, exchange) { () async throws(Problem) in
            if request.isContentCoded {
                throw .unsupportedMediaType.with(detail: "The body is compressed; send it as it is.")
            }
            let vendors = try vendors(request)
            let body = request.body
            let findings = await context.apart { NCCOCheck.findings(in: body, vendors: vendors) }
            let isValid = !findings.contains { $0.severity == .error }
            var object: JSONObject = [
                "valid": .bool(isValid), "findings": .array(findings.prefix(Self.toldFindings).map(\.json)),
            ]
            if findings.count > Self.toldFindings {
                object["omitted"] = .number(JSONNumber(findings.count - Self.toldFindings))
            }
            return .json(.object(object), status: isValid ? .ok : .badRequest)
        }
    }

    private func vendors(_ request: Request) throws(Problem) -> [Vendor] {
        var vendors: [Vendor] = []
        for name in request.query["vendor"]?.split(separator: ",") ?? [] {
            guard let vendor = Vendor(rawValue: String(name)) else {
                let names = Vendor.allCases.map(\.rawValue).joined(separator: ", ")
                throw .invalidQuery.with(invalid: "vendor", "is not one of \(names)")
            }
            vendors.append(vendor)
        }
        return vendors
    }
}

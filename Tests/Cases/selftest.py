#!/usr/bin/env python3
"""Checks the runner without a product: values, answers, effects, words, the stand-in, and the cases themselves.

`selftest.py [FOLDER ...]` reads the cases of those folders too.
"""

import json
import re
import socket
import ssl
import sys
import tempfile
import threading
import time
import unittest
from pathlib import Path

from runner import effects
from runner.adapter import load_adapter
from runner.case import load_case
from runner.console import FormReader
from runner.fixtures import Fixtures, make_authority, new_rsa_key, read_token, sign_token, verifies
from runner.matchers import CHECKS, IGNORED, MATCHERS, Saved, UnknownCheck, check, differs
from runner.process import Unavailable
from runner.standin import StandIn
from runner.steps import STEPS
from runner.wire import Connection, Malformed, Response, exchange, parse_response, request_bytes
from runner.words import BUILDERS, UnknownWord, Words
from runner.world import Kit, World
from selftest_client import Client, ConnectionTerminated, StreamReset
from selftest_examples import ANSWERS, EFFECTS, FIXTURES, HERE, JWT, VALUES, answer, context, evidence, push


class Comparisons(unittest.TestCase):
    def test_values(self):
        for expected, holding, failing in VALUES:
            for value in holding:
                with self.subTest(expected=expected, holds=value):
                    self.assertIsNone(differs(expected, value, "x", context()))
            for value in failing:
                with self.subTest(expected=expected, fails=value):
                    self.assertIsNotNone(differs(expected, value, "x", context()))

    def test_answers(self):
        ask = {"calls": lambda: 1, "case rule Anna/anna": lambda: 201}
        for expect, holding, failing in ANSWERS:
            for wanted, outcomes in ((True, holding), (False, failing)):
                for seen in outcomes:
                    with self.subTest(expect=expect, seen=seen):
                        now = context(ask=dict(ask))
                        now.saved["t"] = Saved("", {"token": JWT})
                        self.assertEqual(check(expect, seen, now) is None, wanted)

    def test_effects(self):
        for effect, holding, failing in EFFECTS:
            for wanted, specs in ((True, holding), (False, failing)):
                for spec in specs:
                    with self.subTest(effect=effect, spec=spec):
                        found = effects._first_difference(effect, evidence(spec), context())
                        self.assertEqual(found is None, wanted)

    def test_files_left_behind(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "k.key")
            path.write_text("BEGIN x")
            path.chmod(0o600)
            for wanted, holds in (
                ({"mode": "0600", "contains": "BEGIN"}, True),
                ({"mode": "0644"}, False),
                ({"contains": "END"}, False),
                ({"equals": "BEGIN x"}, True),
                ({"equals": "BEGIN"}, False),
            ):
                entry = [{"path": str(path)} | wanted]
                self.assertEqual(effects._first_difference({"files": entry}, None, context()) is None, holds, wanted)
            absent = [{"path": str(path) + "2", "equals": ""}]
            self.assertIsNotNone(effects._first_difference({"files": absent}, None, context()))

    def test_every_check_has_examples(self):
        self.assertEqual(
            {key for spec, _, _ in VALUES if isinstance(spec, dict) for key in spec if key[0] == "$"}, set(MATCHERS)
        )
        self.assertEqual({key for spec, _, _ in ANSWERS for key in spec}, set(CHECKS))
        self.assertEqual({key for spec, _, _ in EFFECTS for key in spec} | {"files"}, set(effects.EFFECTS))
        of_pushes = {key for spec, _, _ in EFFECTS for key in spec.get("pushes", {})}
        self.assertEqual(of_pushes, set(effects.OF_ALL) | set(effects.OF_EACH))

    def test_unknown_names_are_errors(self):
        for act in (
            lambda: differs({"$nope": 1}, 1, "x", context()),
            lambda: differs({"$gte": 1, "typo": 2}, 1, "x", context()),
            lambda: check({"statuss": 200}, answer(), context()),
            lambda: effects._first_difference({"pushs": {}}, evidence([]), context()),
            lambda: effects._first_difference({"pushes": {"counts": 1}}, evidence([]), context()),
        ):
            self.assertRaises(UnknownCheck, act)

    def test_effects_wait_and_stay(self):
        late = [push()]
        found = evidence([])
        found.pushes = lambda: late if time.monotonic() > start + 0.3 else []
        start = time.monotonic()
        self.assertIsNone(effects.check_effects({"pushes": {"count": 1}}, found, context()))
        found.pushes = lambda: late * 2 if time.monotonic() > start + 0.5 else late
        start = time.monotonic()
        self.assertIsNotNone(effects.check_effects({"pushes": {"count": 1}}, found, context()))


class Wire(unittest.TestCase):
    def test_answers_as_bytes(self):
        whole = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhiHTTP/1.1 204 No Content\r\n\r\n"
        response, used = parse_response(whole)
        self.assertEqual((response.status, response.body, whole[used:][:12]), (200, b"hi", b"HTTP/1.1 204"))
        for cut in range(used):
            self.assertIsNone(parse_response(whole[:cut]), cut)
        chunked = (
            b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2;x=1\r\nhi\r\n3\r\n yo\r\n0\r\nT: 1\r\n\r\nrest"
        )
        response, used = parse_response(chunked)
        self.assertEqual((response.body, chunked[used:]), (b"hi yo", b"rest"))
        for cut in range(used):
            self.assertIsNone(parse_response(chunked[:cut]), cut)
        until_end = b"HTTP/1.1 200 OK\r\n\r\nall of it"
        self.assertIsNone(parse_response(until_end))
        self.assertEqual(parse_response(until_end, ended=True)[0].body, b"all of it")
        head = b"HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n"
        self.assertEqual(parse_response(head, head=True)[1], len(head))
        for bad in (b"nonsense\r\n\r\n", b"HTTP/1.1 2x0 OK\r\n\r\n", b"HTTP/1.1 200 OK\r\nBad : 1\r\n\r\n"):
            self.assertRaises(Malformed, parse_response, bad)

    def test_early_answer_and_reset_are_seen(self):
        listener = socket.create_server(("127.0.0.1", 0))

        def serve():
            peer, _ = listener.accept()
            peer.recv(1000)
            peer.sendall(b"HTTP/1.1 413 No\r\nContent-Length: 0\r\n\r\n")
            peer.close()

        threading.Thread(target=serve, daemon=True).start()
        request = request_bytes("POST", "/x", {"Host": "x"}, b" " * (8 << 20))
        self.assertEqual(exchange(listener.getsockname(), request).status, 413)
        listener.close()

    def test_silence_is_an_error(self):
        listener = socket.create_server(("127.0.0.1", 0))
        self.assertRaises(ConnectionError, exchange, listener.getsockname(), b"GET / HTTP/1.1\r\n\r\n", timeout=0.2)
        listener.close()

    def test_target_is_not_changed(self):
        line = request_bytes("GET", "/a b/%zz/../é?x=+", {"Host": "h"}, None).split(b"\r\n")[0]
        self.assertEqual(line, "GET /a b/%zz/../é?x=+ HTTP/1.1".encode())


class WordsAndTokens(unittest.TestCase):
    def setUp(self):
        def look_up(word):
            if word not in ("APP", "N"):
                raise UnknownWord(word)
            return {"APP": "id-1", "N": 7}[word]

        self.words = Words(look_up, FIXTURES)

    def test_words(self):
        self.assertEqual(self.words.fill({"{{APP}}": ["x{{N}}", 1, None]}), {"id-1": ["x7", 1, None]})
        self.assertEqual(self.words.fill("{{i}}", {"i": 3}), "3")
        self.assertEqual(self.words.fill({"a": "{{N}}", "b": "{{Z}}"}, {"Z": None}, typed=True), {"a": 7})
        self.assertRaises(UnknownWord, self.words.text, "{{NOPE}}")

    def test_builders(self):
        key = FIXTURES.text("rsa_pkcs8.pem")
        for spec, expected in (
            ({"$repeat": "ab", "times": 3}, "ababab"),
            ({"$nest": 2, "open": "[", "close": "]", "inside": "1", "prefix": "<", "suffix": ">"}, "<[[1]]>"),
            ({"$prefix_hex": "efbbbf", "json": {"a": "{{APP}}"}}, "efbbbf" + b'{"a":"id-1"}'.hex()),
            ({"fixture": "rsa_pkcs8.pem", "replace": ["\n", "\\n"], "wrap": '"'}, '"' + key.replace("\n", "\\n") + '"'),
            ({"hex_of_text": "hi"}, "6869"),
        ):
            self.assertEqual(self.words.fill(spec), expected)
        wrapped = self.words.fill({"fixture_hex": "modern_aes.p12", "upper": True, "wrap": 32})
        self.assertEqual(bytes.fromhex(wrapped), FIXTURES.content("modern_aes.p12"))
        self.assertEqual({len(line) for line in wrapped.split("\n")[:-1]}, {32})
        self.assertEqual(wrapped, wrapped.upper())

    def test_tokens(self):
        private, public = new_rsa_key()
        signed = sign_token("RS256", private.encode(), {"sub": "é"})
        self.assertEqual(read_token(signed)[1], {"sub": "é"})
        self.assertTrue(verifies(signed, public.encode()))
        self.assertFalse(verifies(signed, FIXTURES.content("rsa_public.pem")))
        self.assertTrue(sign_token("nOnE", b"", {}).endswith("."))
        self.assertRaises(ValueError, read_token, "a.b")

    def test_forms(self):
        page = """<form action=/a><input name=x value="1 &amp; 2"><input type=checkbox name=c checked>
                  <input type=checkbox name=d><textarea name=t>te&lt;xt</textarea>
                  <select name=s><option value=1><option value=2 selected></select></form>
                  <form method=post><input type=file name=f></form>"""
        first, second = FormReader(page).forms
        self.assertEqual(first.fields, {"x": "1 & 2", "c": "on", "t": "te<xt", "s": "2"})
        self.assertEqual((second.method, second.files), ("POST", {"f"}))


class CommandWords(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        adapter = load_adapter(HERE / "adapter.json")
        adapter["cli"]["commands"]["number.buy"] = ["numbers", "buy", "{--country}", "{1}"]
        adapter["cli"]["commands"]["serve"] = ["serve", "--listen", "127.0.0.1:{--port}", "--data", "{{DATA_DIR}}"]
        adapter["cli"]["commands"]["app.show"] = None
        adapter["cli"]["options"] = {"--yes": "--force", "--sub": "--subject", "--json": "", "--csv": None}
        self.world = World(Kit(adapter, "/bin/hookline", Path(folder.name), ("", "")), FIXTURES)
        self.world.ids = {"APP": "id-1"}

    def translated(self, *args, **words) -> list[str]:
        return self.world.commands.translate(list(args), **words)[0][1:]

    def test_spelling(self):
        for args, expected in (
            (["{{cmd:user.create}}", "--", "--help"], ["users", "create", "--", "--help"]),
            (["{{cmd:user.create}}", "--nmae", "x"], ["users", "create", "--nmae", "x"]),
            (
                ["{{cmd:jwt.create}}", "--app", "{{APP}}", "--sub=a=b"],
                ["jwt", "create", "--app", "id-1", "--subject=a=b"],
            ),
            (["{{cmd:number.buy}}", "4477", "--country", "GB", "--yes"], ["numbers", "buy", "GB", "4477", "--force"]),
            (["{{cmd:number.buy}}", "4477", "--json"], ["numbers", "buy", "4477"]),
            (["{{cmd:number.list}}", "--json"], ["numbers", "list"]),
        ):
            self.assertEqual(self.translated(*args), expected)
        placed = self.translated("{{cmd:serve}}", "--port", "80", DATA_DIR="/d")
        self.assertEqual(placed, ["serve", "--listen", "127.0.0.1:80", "--data", "/d"])
        self.assertEqual(self.world.commands.words("number.list"), "numbers list")

    def test_default_environment(self):
        own_key = self.world.commands.translate(["{{cmd:jwt.create}}", "--key", "k"])[1]
        self.assertEqual(
            (own_key, [*self.world.commands.translate(["{{cmd:jwt.create}}"])[1]]), ({}, ["HOOKLINE_PRIVATE_KEY"])
        )

    def test_what_the_product_lacks_is_a_reason_to_skip(self):
        self.assertRaises(Unavailable, self.translated, "{{cmd:app.show}}")
        self.assertRaises(Unavailable, self.translated, "{{cmd:number.list}}", "--csv")
        self.assertRaises(Unavailable, self.world.make, "nothing")
        self.assertRaises(UnknownWord, self.world.look_up, "APP2")

    def test_groups_without_a_value_are_left_out(self):
        template = ["link", ["--greeting", "{{GREETING}}"], "{{N}}"]
        self.assertEqual(self.world.argv(template, GREETING=None, N=1), ["link", "1"])
        self.assertEqual(self.world.argv(template, GREETING="Hi", N=1), ["link", "--greeting", "Hi", "1"])

    def test_id_inside_the_path(self):
        request, _ = self.world.request({"method": "GET", "path": "{{CALL_EVENTS}}/u-1?x=1"})
        self.assertTrue(request.startswith(b"GET /admin/v1/calls/u-1/events?x=1 HTTP/1.1\r\n"))


class PushServices(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.dir = Path(cls.folder.name)
        make_authority(cls.dir)
        cls.client_cas = FIXTURES.client_certificates()

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def stand_in(self, rules=(), fcm=(), identity: str = "server.pem") -> StandIn:
        server = StandIn(self.dir / identity, self.client_cas, list(rules), list(fcm), dict)
        self.addCleanup(server.stop)
        return server

    def client(self, server: StandIn, host: str = "sandbox", **options) -> Client:
        return Client(server.ports[host], self.dir / "ca.pem", **options)

    def test_records_and_answers_200(self):
        server = self.stand_in()
        self.assertEqual(self.client(server).ask("aa"), (200, b""))
        self.assertEqual(self.client(server, "production").ask("bb"), (200, b""))
        seen = [
            (p.host, p.token, p.method, p.http_version, p.headers["apns-id"], p.body, p.status) for p in server.pushes
        ]
        self.assertEqual(seen[0], ("sandbox", "aa", "POST", "2", "id-1", b"{}", 200))
        self.assertEqual(seen[1][:2], ("production", "bb"))
        self.assertEqual(len({p.connection for p in server.pushes}), 2)
        self.assertTrue(server.wait_idle(1))

    def test_rules(self):
        gone = {"status": 410, "json": {"reason": "Unregistered"}}
        busy = {"status": 503, "text": "<html>", "delay_ms": 200}
        server = self.stand_in(
            [{"token": "aa", "respond": gone}, {"first": 2, "respond": busy}, {"token": "cc", "respond": "hang"}]
        )
        client = self.client(server)
        self.assertEqual(client.ask("aa"), (410, b'{"reason": "Unregistered"}'))
        start = time.monotonic()
        self.assertEqual(client.ask("bb"), (503, b"<html>"))
        self.assertGreater(time.monotonic() - start, 0.19)
        self.assertEqual(client.ask("bb")[0], 503)
        self.assertEqual(client.ask("bb")[0], 200)
        self.assertIsNone(client.ask("cc"))
        self.assertEqual([p.status for p in server.pushes], [410, 503, 503, 200, None])
        self.assertFalse(server.wait_idle(0.1))
        server.heal()
        self.assertEqual(client.ask("cc")[0], 200)

    def test_reset(self):
        client = self.client(self.stand_in([{"respond": "reset"}]))
        client.send("aa")
        self.assertTrue(any(isinstance(event, StreamReset) for event in client.events()))

    def test_goaway(self):
        server = self.stand_in()
        client = self.client(server)
        client.ask("aa")
        server.goaway()
        events = client.events()
        goaway = [event for event in events if isinstance(event, ConnectionTerminated)]
        self.assertEqual((goaway[0].last_stream_id, events[-1]), (1, "closed"))
        self.assertEqual(self.client(server).ask("aa")[0], 200)

    def test_goaway_on_next(self):
        for process, delivered, last in ((False, None, 1), (True, 200, 3)):
            server = self.stand_in()
            client = self.client(server)
            client.ask("aa")
            server.goaway_on_next(process)
            client.send("bb")
            events = client.events() + client.events()
            goaway = next(event for event in events if isinstance(event, ConnectionTerminated))
            self.assertEqual((server.pushes[-1].status, goaway.last_stream_id), (delivered, last))

    def test_blackhole(self):
        server = self.stand_in()
        old = self.client(server)
        old.ask("aa")
        server.blackhole_existing()
        old.h2.ping(b"12345678")
        self.assertIsNone(old.ask("bb"))
        self.assertEqual(old.events(0.2), [])
        self.assertEqual(self.client(server).ask("bb")[0], 200)
        self.assertEqual([p.token for p in server.pushes], ["aa", "bb"])

    def test_close_on_connect_and_refuse(self):
        server = self.stand_in()
        server.close_on_connect(0.5)
        self.assertRaises(OSError, self.client, server)
        self.assertEqual((server.connections, server.pushes), (1, []))
        time.sleep(0.5)
        self.assertEqual(self.client(server).ask("aa")[0], 200)
        self.assertRaises(ConnectionRefusedError, self.client, self.stand_in([{"respond": "refuse"}]))

    def test_trust(self):
        self.assertRaises(ssl.SSLCertVerificationError, self.client, self.stand_in(identity="stranger.pem"))

    def test_client_certificate(self):
        server = self.stand_in()
        identity = self.dir / "push.pem"
        from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, pkcs12

        seen = set()
        for name in ("modern_aes.p12", "second_identity.p12"):
            key, certificate, _ = pkcs12.load_key_and_certificates(FIXTURES.content(name), b"s3cret")
            pem = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
            identity.write_bytes(certificate.public_bytes(Encoding.PEM) + pem)
            self.assertEqual(self.client(server, identity=identity).ask("aa")[0], 200)
            seen.add(server.pushes[-1].client_certificate)
        self.assertEqual(len(seen - {None}), 2)

    def test_fcm_over_http1(self):
        server = self.stand_in(fcm=[{"token": "t2", "respond": {"status": 404, "json": {"error": {}}}}])
        context = ssl.create_default_context(cafile=str(self.dir / "ca.pem"))

        def ask(path: str, body: bytes) -> Response:
            connection = Connection(("127.0.0.1", server.ports["fcm"]))
            connection.sock.setblocking(True)
            with context.wrap_socket(connection.sock, server_hostname="localhost") as tls:
                tls.sendall(request_bytes("POST", path, {"Host": "x"}, body))
                data = b""
                while not (parsed := parse_response(data)):
                    data += tls.recv(65536)
            return parsed[0]

        self.assertIn("access_token", ask("/token", b"grant_type=x").json)
        sent = ask("/v1/projects/p1/messages:send", b'{"message":{"token":"t1"}}')
        self.assertRegex(sent.json["name"], "^projects/p1/messages/")
        self.assertEqual(ask("/v1/projects/p1/messages:send", b'{"message":{"token":"t2"}}').status, 404)
        self.assertEqual([p.token for p in server.pushes[1:]], ["t1", "t2"])


class Cases(unittest.TestCase):
    """Every name that a case uses is one the runner knows."""

    folders = [HERE]

    def test_names(self):
        adapter = load_adapter(HERE / "adapter.json")
        for folder in self.folders:
            fixtures = Fixtures(folder)
            for path in sorted(folder.glob("*.json")):
                data = json.loads(path.read_text("utf-8"))
                for entry in data if isinstance(data, list) else []:
                    with self.subTest(id=entry["id"]):
                        self._look_at(load_case(entry, path.stem, folder), adapter, fixtures)

    def _look_at(self, case, adapter: dict, fixtures: Fixtures):
        for step in case.steps:
            for part in (step, step.get("of"), step.get("then"), step.get("request")):
                if isinstance(part, dict) and "do" in part:
                    self.assertIn(part["do"], STEPS)
        saved = {expect.get("save") for expect in case.expect if expect}
        minted = {step.get("as") for step in case.steps}
        text = json.dumps([case.given, case.steps, case.expect, case.effects])
        for word in set(re.findall(r"\{\{([^{}]+)\}\}", text)):
            name, colon, argument = word.partition(":")
            if colon:
                self.assertIn(name, World.NAMED, word)
                known = {
                    "cmd": adapter["cli"]["commands"],
                    "env": adapter["cli"]["env_names"],
                    "vectors": fixtures.vectors,
                }
                if name in known:
                    self.assertIn(argument, known[name], word)
                if name == "file" and argument not in case.given.get("files", {}):
                    fixtures.content(argument)
            elif not re.fullmatch(r"NOW(_MS)?([+-]\d+)?", word):
                plain = set(World.PLAIN) | set(adapter["paths"]) | minted | {"APP", "APP2", "LEN", "i"}
                self.assertTrue(word in plain or word.partition(".")[0] in saved, word)
        for name in re.findall(
            r'"(?:fixture|fixture_hex|fixture_base64|hex_of_fixture|key|verifies_with)": "([^"]+\.\w+)"', text
        ):
            fixtures.content(name)
        for expect in case.expect:
            self._names_of(expect or {})
        for step in case.steps:
            self._names_of(step.get("expect_each") or {})
        for effect, argument in case.effects.items():
            self.assertIn(effect, effects.EFFECTS)
            if effect == "pushes":
                self.assertLessEqual(argument.keys(), effects.OF_ALL.keys() | effects.OF_EACH.keys())

    def _names_of(self, expect: dict):
        self.assertLessEqual(expect.keys(), CHECKS.keys() | IGNORED)
        inner = [*expect.get("one_of", []), *expect.get("responses", [])]
        for option in inner + ([expect["each"]] if "each" in expect else []):
            self._names_of(option)
        for matcher in re.findall(r'"(\$\w+)":', json.dumps(expect)):
            self.assertIn(matcher, MATCHERS)

    def test_builders_are_told_apart(self):
        first = [keys[0] for keys in BUILDERS]
        self.assertEqual(len(first), len(set(first)))

    def test_p12_fixtures_open(self):
        for folder in self.folders:
            fixtures = Fixtures(folder)
            self.assertIsNotNone(fixtures.certificate("modern_aes.p12"))
            left = fixtures.certificate("expires_soon.p12").not_valid_after_utc.timestamp() - time.time()
            self.assertTrue(9 * 86400 < left < 11 * 86400)


class Counting(unittest.TextTestResult):
    """Counts the examples, too."""

    examples = failed_examples = 0

    def addSubTest(self, test, subtest, error):
        super().addSubTest(test, subtest, error)
        self.examples += 1
        self.failed_examples += error is not None


def main() -> int:
    Cases.folders = [HERE, *(Path(name).resolve() for name in sys.argv[1:])]
    suite = unittest.defaultTestLoader.loadTestsFromModule(sys.modules[__name__])
    result = unittest.TextTestRunner(resultclass=Counting, verbosity=1).run(suite)
    failed = len(result.failures) + len(result.errors)
    passed = result.testsRun + result.examples - failed
    print(f"{passed} passed, {failed} failed, {len(result.skipped)} skipped")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""Reads the tokens that `hookline jwt` prints with another library, PyJWT.

usage: pyjwt_reads_tokens.py HOOKLINE
"""

import json
import os
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

import jwt
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa

APP = "aaaaaaaa-bbbb-4ccc-8ddd-0123456789ab"
ACL = {"paths": {"/*/users/**": {}, "/*/sessions/**": {"methods": ["GET"]}}}
# The paths of a token when none are asked for.
DEFAULT_PATHS = {
    f"/*/{name}/**"
    for name in "users conversations sessions devices image media applications push knocking legs".split()
}
NOWHERE = "http://127.0.0.1:9"  # making a token needs no server


class Tokens(unittest.TestCase):
    program = ""

    @classmethod
    def setUpClass(cls):
        cls._folder = tempfile.TemporaryDirectory(prefix="hookline-tokens-")
        cls.addClassCleanup(cls._folder.cleanup)
        cls.folder = Path(cls._folder.name)
        key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
        cls.public_key = key.public_key()
        plain = serialization.NoEncryption()
        cls.pkcs8 = key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, plain)
        cls.pkcs1 = key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.TraditionalOpenSSL, plain)
        (cls.folder / "private.key").write_bytes(cls.pkcs8)
        (cls.folder / "old.key").write_bytes(cls.pkcs1)

    def make(self, *words: str, **env: str) -> str:
        """The one line that a command prints."""
        surroundings = {"PATH": os.environ["PATH"], "HOME": str(self.folder), "HOOKLINE_URL": NOWHERE} | env
        command = [self.program, *words]
        done = subprocess.run(command, cwd=self.folder, env=surroundings, capture_output=True, text=True, timeout=20)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(done.stdout.count("\n"), 1, done.stdout)
        return done.stdout.strip()

    def read(self, token: str) -> dict:
        self.assertEqual(jwt.get_unverified_header(token), {"alg": "RS256", "typ": "JWT"})
        return jwt.decode(token, self.public_key, algorithms=["RS256"], options={"require": ["iat", "exp", "jti"]})

    def test_user(self):
        claims = self.read(self.make("jwt", "create", "--app", APP, "--key", "private.key", "--user", "Alice"))

        self.assertEqual(claims["application_id"], APP)
        self.assertEqual(claims["sub"], "Alice")
        self.assertEqual(set(claims["acl"]["paths"]), DEFAULT_PATHS)
        self.assertLess(abs(claims["iat"] - time.time()), 10)
        self.assertTrue(30 <= claims["exp"] - claims["iat"] <= 86400)

    def test_application(self):
        claims = self.read(self.make("jwt", "create", "--app", APP, "--key", "old.key"))

        self.assertEqual(claims["application_id"], APP)
        self.assertNotIn("sub", claims)

    def test_key_in_the_environment(self):
        escaped = self.pkcs8.decode().replace("\n", "\\n")
        first, second = (
            self.read(self.make("jwt", "create", HOOKLINE_APP=APP, HOOKLINE_PRIVATE_KEY=escaped)) for _ in range(2)
        )

        self.assertNotEqual(first["jti"], second["jti"])

    def test_old_spelling(self):
        exp = int(time.time()) + 3600
        words = [f"exp={exp}", f"acl={json.dumps(ACL)}", "sub=Alice", f"application_id={APP}"]

        claims = self.read(self.make("jwt:generate", "./private.key", *words))

        self.assertEqual((claims["exp"], claims["sub"], claims["application_id"]), (exp, "Alice", APP))
        self.assertEqual(claims["acl"], ACL)

    def test_other_key_does_not_fit(self):
        token = self.make("jwt", "create", "--app", APP, "--key", "private.key")
        other = rsa.generate_private_key(public_exponent=65537, key_size=2048).public_key()

        with self.assertRaises(jwt.InvalidSignatureError):
            jwt.decode(token, other, algorithms=["RS256"])


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    Tokens.program = str(Path(sys.argv.pop(1)).resolve())
    unittest.main(verbosity=1)

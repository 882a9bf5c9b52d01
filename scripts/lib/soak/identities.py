"""Certificates of one run, for HTTPS."""

import datetime
import ipaddress
import ssl
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID


class Authority:
    """Signs servers and clients. Its own certificate is `FOLDER/NAME-ca.pem`."""

    def __init__(self, folder: Path, name: str):
        self._folder, self._name = folder, name
        self._key = ec.generate_private_key(ec.SECP256R1())
        usage = x509.KeyUsage(False, False, False, False, False, True, True, False, False)
        builder = self._builder(name, self._key.public_key())
        builder = builder.add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        builder = builder.add_extension(usage, critical=True)
        self._certificate = builder.sign(self._key, hashes.SHA256())
        self.file = folder / f"{name}-ca.pem"
        self.file.write_bytes(self._certificate.public_bytes(serialization.Encoding.PEM))

    def identity(self, name: str, is_client: bool = False) -> tuple[Path, Path]:
        """The files of a new certificate for 127.0.0.1 and of its key. Files of that name are replaced."""
        key = ec.generate_private_key(ec.SECP256R1())
        purpose = ExtendedKeyUsageOID.CLIENT_AUTH if is_client else ExtendedKeyUsageOID.SERVER_AUTH
        address = x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address("127.0.0.1"))])
        builder = self._builder(name, key.public_key()).add_extension(address, critical=False)
        builder = builder.add_extension(x509.ExtendedKeyUsage([purpose]), critical=False)
        certificate = builder.sign(self._key, hashes.SHA256()).public_bytes(serialization.Encoding.PEM)
        pkcs8, plain = serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        texts = (certificate, key.private_bytes(serialization.Encoding.PEM, pkcs8, plain))
        files = (self._folder / f"{name}-cert.pem", self._folder / f"{name}-key.pem")
        for file, text in zip(files, texts, strict=True):
            file.touch(mode=0o600)
            file.write_bytes(text)
        return files

    def client_context(self, identity: tuple[Path, Path] | None = None) -> ssl.SSLContext:
        """For a client that believes this authority, and shows the identity if there is one."""
        context = ssl.create_default_context(cafile=str(self.file))
        if identity:
            context.load_cert_chain(*map(str, identity))
        return context

    def _builder(self, subject: str, public_key) -> x509.CertificateBuilder:
        def name(common: str) -> x509.Name:
            return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, common)])

        now = datetime.datetime.now(datetime.timezone.utc)
        builder = x509.CertificateBuilder().subject_name(name(subject)).issuer_name(name(self._name))
        builder = builder.public_key(public_key).serial_number(x509.random_serial_number())
        builder = builder.not_valid_before(now - datetime.timedelta(hours=1))
        return builder.not_valid_after(now + datetime.timedelta(days=30))

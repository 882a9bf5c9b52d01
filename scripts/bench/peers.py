"""The peers that this machine can run, built where they have to be; each measured like a server of ours."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from rounds import Contestant

HERE = Path(__file__).resolve().parent
FIRST_PORT = 9400


def peers(names: list[str], folder: Path, database: str) -> tuple[list[Contestant], dict[str, str]]:
    """Those of `names` there are, and why the others are missing. `database` is a file c-durable may use."""
    there: list[Contestant] = []
    missing: dict[str, str] = {}
    makers = {
        "c": lambda: compiled(folder / "floor"),
        "c-durable": lambda: f"{compiled(folder / 'durable', '-DDURABLE', '-lsqlite3')} {database}",
        "node": lambda: f"{needed('node', 'nodejs')} {HERE}/node/server.js {{port}}",
        "express": lambda: express(),
        "go": lambda: go(folder),
        "nginx": lambda: f"{needed('nginx', 'nginx-light')} -e {{folder}}/error.log -c {{folder}}/nginx.conf",
        "aiohttp": lambda: aiohttp(),
    }
    for name in names:
        try:
            command = makers[name]()
        except KeyError:
            missing[name] = "there is no such peer"
            continue
        except FileNotFoundError as fault:
            missing[name] = f"apt-get install {fault}"
            continue
        one = Contestant(name, command, FIRST_PORT + len(there))
        if name == "nginx":
            text = (HERE / "nginx/nginx.conf.in").read_text()
            one.files["nginx.conf"] = text.replace("@DIR@", "{folder}").replace("@PORT@", "{port}")
        there.append(one)
    return there, missing


def needed(program: str, package: str) -> str:
    if shutil.which(program) is None:
        raise FileNotFoundError(package)
    return program


def compiled(program: Path, *flags: str) -> str:
    compiler = next(filter(shutil.which, ("gcc", "cc", "clang")), None)
    source = [str(HERE / "c/floor.c"), *flags]
    if compiler is None:
        raise FileNotFoundError("gcc libc6-dev")
    done = subprocess.run([compiler, "-O2", "-pthread", "-o", program, *source], capture_output=True, check=False)
    if done.returncode:
        raise FileNotFoundError("libc6-dev libsqlite3-dev")
    return f"{program} {{port}}"


def express() -> str:
    needed("node", "nodejs node-express")
    if not os.path.isdir("/usr/share/nodejs/express"):
        raise FileNotFoundError("node-express")
    return f"node {HERE}/express/server.js {{port}}"


def go(folder: Path) -> str:
    needed("go", "golang-go")
    settings = {"CGO_ENABLED": "0", "GO111MODULE": "off", "GOFLAGS": "", "GOCACHE": f"{folder}/gocache"}
    program = folder / "goserver"
    subprocess.run(["go", "build", "-o", program, HERE / "go/main.go"], check=True, env=os.environ | settings)
    return f"{program} {{port}}"


def aiohttp() -> str:
    for python in ("/usr/bin/python3", sys.executable):
        if subprocess.run([python, "-c", "import aiohttp"], capture_output=True, check=False).returncode == 0:
            return f"{python} {HERE}/aiohttp/server.py {{port}}"
    raise FileNotFoundError("python3-aiohttp")

#!/usr/bin/env python3
"""Replicates a tree over REST and waits for its end: replicate.py SOURCE DESTINATION

Environment: BDM_SERVER, BDM_TOKEN_FILE, and BDM_CA_FILE for a server with a certificate of its own.
Exit code: 0 if every file is there and verified, 1 if files failed, 8 if the server refused.
"""

import json
import os
import ssl
import sys
import time
import urllib.error
import urllib.request
import uuid

SERVER = os.environ.get("BDM_SERVER", "http://127.0.0.1:8470")
TOKEN_FILE = os.environ.get("BDM_TOKEN_FILE", os.path.expanduser("~/.bdm/admin.token"))
TRUST = ssl.create_default_context(cafile=os.environ.get("BDM_CA_FILE"))


def ask(method, path, body=None, **headers):
    with open(TOKEN_FILE, encoding="ascii") as file:
        headers["Authorization"] = "Bearer " + file.read().strip()
    data = None
    if body is not None:
        data = json.dumps(body).encode()
        headers["Content-Type"] = "application/json"
    headers = {name.replace("_", "-"): value for name, value in headers.items()}
    request = urllib.request.Request(SERVER + "/api/v1" + path, data, headers, method=method)
    with urllib.request.urlopen(request, timeout=90, context=TRUST) as answer:
        return json.load(answer)


def patiently(method, path, body=None, **headers):
    """Asks again when the server is restarted or busy; the same Idempotency-Key never makes a second job."""
    for pause in (1, 2, 4, 8, 16, 32, None):
        try:
            return ask(method, path, body, **headers)
        except urllib.error.HTTPError as error:
            if error.code not in (429, 503, 504) or pause is None:
                raise
        except OSError:
            if pause is None:
                raise
        time.sleep(pause)


def main(source, destination):
    job = patiently(
        "POST",
        "/jobs",
        {
            "kind": "TREE",
            "label": "replicate.py",
            "items": [{"source": source, "destination": destination, "recursive": True, "digests": []}],
        },
        Idempotency_Key=str(uuid.uuid4()),
    )
    print(job["id"], "submitted", file=sys.stderr)
    while job.get("endedAt") is None:
        # Answers when the state changes, or after 30 s.
        job = patiently("GET", f"/jobs/{job['id']}?wait=30s")
        print(job["state"], job["files"]["done"], "of", job["files"]["total"], "files", file=sys.stderr)
    failed = patiently("GET", f"/jobs/{job['id']}/files?state=FAILED")
    for file in failed["items"]:
        print(file["source"], file["errorCode"], file["errorText"])
    return 0 if job["state"] == "SUCCEEDED" else 1


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    try:
        sys.exit(main(sys.argv[1], sys.argv[2]))
    except urllib.error.HTTPError as refusal:
        problem = json.load(refusal)
        print(f"{problem['code']}: {problem['detail']}. {problem.get('advice') or ''}", file=sys.stderr)
        sys.exit(8)

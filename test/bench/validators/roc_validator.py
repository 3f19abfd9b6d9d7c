"""Runs the reference validator (PyPI: roc-validator) on many crates in one process.

Reads crate folders from stdin, one a line, and writes one JSON line for each:
{"crate", "seconds", "failed": {check: [severity, message, entity]}, "error"}.
The argument is the folder of contexts: what is asked of the web is answered from there, and nothing else is on the web,
as with a cache that was warmed.
"""
import email.message
import io
import json
import logging
import os
import sys
import time
import urllib.error
import urllib.request
import urllib.response

import requests
import requests.adapters

logging.disable(logging.CRITICAL)
FOLDER = sys.argv[1]
with open(os.path.join(FOLDER, "index.json"), encoding="utf-8") as file:
    FILES = {url: os.path.join(os.path.dirname(FOLDER), entry["file"]) for entry in json.load(file) for url in entry["urls"]}


def content_of(url):
    path = FILES.get(url.split("#")[0])
    if path is None:
        return None
    with open(path, "rb") as file:
        return file.read()


class Contexts(urllib.request.BaseHandler):
    def https_open(self, request):
        content = content_of(request.full_url)
        if content is None:
            raise urllib.error.URLError("offline")
        headers = email.message.Message()
        headers["Content-Type"] = "application/ld+json"
        answer = urllib.response.addinfourl(io.BytesIO(content), headers, request.full_url, 200)
        answer.msg = "OK"
        return answer

    http_open = https_open
    handler_order = 1


def send(self, request, **_):
    content = content_of(request.url)
    if content is None:
        raise requests.exceptions.ConnectionError("offline")
    response = requests.Response()
    response.status_code = 200
    response.headers["Content-Type"] = "application/ld+json"
    response.url = request.url
    response.request = request
    response.raw = io.BytesIO(content)
    response._content = content
    return response


urllib.request.install_opener(urllib.request.build_opener(Contexts))
requests.adapters.HTTPAdapter.send = send
requests.sessions.Session.send = send

from rocrate_validator import services  # noqa: E402
from rocrate_validator.models import Severity, ValidationSettings  # noqa: E402

for line in sys.stdin:
    crate = line.strip()
    start = time.perf_counter()
    answer = {"crate": crate, "failed": {}, "error": None}
    try:
        settings = {"rocrate_uri": crate, "requirement_severity": Severity.OPTIONAL, "metadata_only": True}
        detected = services.detect_profiles(ValidationSettings.parse(settings))
        own = [one.identifier for one in detected if one.identifier.startswith("ro-crate-")]
        settings["profile_identifier"] = (own or ["ro-crate-1.1"])[0]
        for issue in services.validate(settings).get_issues():
            key = f"{issue.check.identifier} {issue.check.name}"
            answer["failed"].setdefault(key, [issue.severity.name, issue.message, issue.violatingEntity])
    except BaseException as error:  # whatever stops it: the others go on
        answer["error"] = f"{type(error).__name__}: {error}"[:300]
    answer["seconds"] = round(time.perf_counter() - start, 3)
    print(json.dumps(answer), flush=True)

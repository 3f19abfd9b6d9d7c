"""Parses JSON-LD files to N-Quads with rdflib; for each file or pass one line of JSON with wall and CPU milliseconds."""
import json
import sys
import time

from rdflib import Dataset

base, passes, *files = sys.argv[1:]
texts = []
for file in files:
    with open(file, encoding="utf-8") as opened:
        texts += [line for line in opened] if file.endswith(".jsonl") else [opened.read()]
for _ in range(int(passes)):
    wall, cpu = time.perf_counter(), time.process_time()
    for text in texts:
        graph = Dataset()
        graph.parse(data=text, format="json-ld", publicID=base)
        graph.serialize(format="nquads")
    print(json.dumps({"wall": (time.perf_counter() - wall) * 1000, "cpu": (time.process_time() - cpu) * 1000}), flush=True)

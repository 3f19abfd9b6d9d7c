#!/usr/bin/env bash
# Gets PySpark and native Oxigraph (PyPI), and Fuseki (Maven), for the tests of this folder; takes about 600 MB.
# Needs python3-venv, a JRE of at least 17 and, for Fuseki, maven. What is there already is left alone.
set -euo pipefail
folder=${CRATEGRAPH_SPARK:-$(cd "$(dirname "$0")/../../.." && pwd)/node_modules/.cache/spark}
mkdir -p "$folder"
if [ ! -x "$folder/bin/spark-class" ]; then
  python3 -m venv "$folder"
  "$folder/bin/pip" install --quiet --disable-pip-version-check 'pyspark==4.*' 'oxigraph==0.5.*'
fi
if [ ! -s "$folder/jena-fuseki-server-5.6.0.jar" ] && command -v mvn >/dev/null; then
  mvn -q -B dependency:copy -Dartifact=org.apache.jena:jena-fuseki-server:5.6.0 -DoutputDirectory="$folder"
fi

#!/usr/bin/env bash
# Gets PySpark, native Oxigraph and a server of S3 (PyPI), and Fuseki (Maven), for the tests of this folder; takes about 1.1 GB.
# Needs python3-venv, a JRE of at least 17 and, for Fuseki, maven. What is there already is left alone.
set -euo pipefail
folder=${CRATEGRAPH_SPARK:-$(cd "$(dirname "$0")/../../.." && pwd)/node_modules/.cache/spark}
mkdir -p "$folder"
package() { # package PROGRAM REQUIREMENT... : what has this program
  if [ ! -x "$folder/bin/$1" ]; then "$folder/bin/pip" install --quiet --disable-pip-version-check "${@:2}"; fi
}
if [ ! -x "$folder/bin/pip" ]; then python3 -m venv "$folder"; fi
package spark-class 'pyspark==4.*'
package oxigraph 'oxigraph==0.5.*'
package moto_server 'moto[server]==5.*' 'awscli==1.*' 'boto3==1.*'
if [ ! -s "$folder/jena-fuseki-server-5.6.0.jar" ] && command -v mvn >/dev/null; then
  mvn -q -B dependency:copy -Dartifact=org.apache.jena:jena-fuseki-server:5.6.0 -DoutputDirectory="$folder"
fi

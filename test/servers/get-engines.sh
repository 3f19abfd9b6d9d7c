#!/usr/bin/env bash
# Gets the graph stores that test/servers/engines runs against, once, into a cache folder; what is not available is said, and
# its tests are skipped. Virtuoso is a package of Debian: virtuoso-opensource-7.
set -uo pipefail
cd "$(dirname "$0")/../.."
cache=${CRATEGRAPH_ENGINES:-node_modules/.cache/engines}
mkdir -p "$cache"

jar() { # jar FILE ARTIFACT : one file of Maven Central
  [ -s "$cache/$1" ] && return
  local folder
  folder=$(mktemp -d "$cache/part-XXXXXX")
  # Moved when it is whole: a download that was cut is never found.
  mvn -q -B dependency:copy "-Dartifact=$2" "-DoutputDirectory=$folder" >/dev/null 2>&1 && mv "$folder"/* "$cache/$1" ||
    echo "$2 is not available: its tests are skipped"
  rm -rf "$folder"
}
jar fuseki.jar org.apache.jena:jena-fuseki-server:5.6.0
jar jetty-runner.jar org.eclipse.jetty:jetty-runner:9.4.53.v20231009
jar rdf4j.war org.eclipse.rdf4j:rdf4j-http-server:4.1.3:war

if ! command -v oxigraph >/dev/null && [ ! -x "$cache/python/bin/oxigraph" ]; then
  python3 -m venv "$cache/python" && "$cache/python/bin/pip" install --quiet --disable-pip-version-check oxigraph==0.5.13 ||
    echo 'oxigraph is not available: its tests are skipped'
fi
exit 0

/** A shell command for each engine, to run in the folder of the shards. Upper-case words are places to fill in. */
export type LoaderCommands = Readonly<Record<string, string>>;

const POST = 'curl --fail-with-body -sS -X POST -H "Content-Type: application/n-quads" --data-binary @-';

/** The command that loads a folder of shards into each engine. */
export function loaderCommands(): LoaderCommands {
  return {
    'Fuseki, stopped': 'java -cp FUSEKI.jar tdb2.tdbloader --loc DATABASE shard-*.nq.gz',
    'Fuseki, running': posted('http://HOST:3030/DATASET'),
    Oxigraph: 'oxigraph load --location DATABASE --file shard-*.nq.gz',
    RDF4J: posted('http://HOST:8080/rdf4j-server/repositories/REPOSITORY/statements'),
    // The folder must be one of DirsAllowed. The loader reports its errors in a table only.
    'Virtuoso (Debian: isql-vt)': `isql HOST:1111 dba PASSWORD exec="ld_dir('$PWD', 'shard-*.nq.gz', 'urn:unused'); rdf_loader_run(); checkpoint; select ll_file, ll_error from DB.DBA.load_list where ll_error is not null;"`,
  };
}

/** A file at a time; curl needs the size of a body, so it reads the file as a whole. */
function posted(address: string): string {
  return `for f in shard-*.nq.gz; do gzip -dc "$f" | ${POST} "${address}" || break; done`;
}

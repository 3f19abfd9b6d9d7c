/** A topic of the help that several verbs share. */
export interface HelpTopic {
  /** What it is about, in words of the help. */
  readonly summary: string;
  readonly text: string;
}

const CRATES = `What a crate is, for verbs that read one

  my-crate/                  a folder with a ro-crate-metadata.json, or a
                             ro-crate-metadata.jsonld of version 1.0
  collection/                a tree of such folders and archives: load and check
                             find all of them
  my-crate.zip               a ZIP, .eln, .tar or .tar.gz archive with a crate
  bag/, bag.zip              a BagIt bag: its files are compared with its
                             manifests
  my-ro-crate-metadata.json  a metadata document of any name; a Detached Package
                             is this document alone
  https://example.org/crate  an address: of a document, an archive, a folder, or
                             a page that links to one
  -                          standard input: a document or an archive
  47c378                     a crate of the store, by a name: see
                             \`crategraph help names\`

The content decides what a file is, not its name. A path that exists is that
path; \`./47c378\` is always a path. \`crategraph init FOLDER\` makes a crate of a
folder. \`--limit\` sets how much is read of archives and from the web.

In the store a crate is a named graph. Its name is the IRI of its root, which
relative identifiers resolve against. The first of these counts:
  --base IRI                 the IRI that you give
  an absolute @base          that of the document, also with --arcp
  the address                that it was retrieved from
  --arcp uuid, --arcp hash   a new name: random, or made of the content (which
                             a crate without an address gets anyway)
`;

const NAMES = `What names a crate of the store

  47c378                     its handle, as \`crategraph list\` shows it: it stays
                             the same when the crate changes
  https://example.org/crate  the IRI of its graph; where only a crate of the
                             store is meant, also the beginning of it
  crates/my-crate            where it was loaded from: a path or an address
  'Coastal atlas'            its exact name

A name that fits several crates is an error that lists them. If no crate fits,
the error suggests the nearest ones. \`query --crates-from FILE\` takes a list,
one name a line. In SPARQL a crate is its graph:
GRAPH <https://example.org/crate/> { }.

An entity of a crate is named by its identifier, relative to the crate
(data/levels.csv, #ada) or whole (https://orcid.org/0000-0002-1825-0097).
`;

const ENDPOINTS = `Stores that are SPARQL endpoints

  --store http://localhost:3030/ds    a dataset or a repository
  --store http://localhost:7878/      an engine with one dataset
  --store https://example.org/sparql  the address of queries

The other addresses of an engine that we know are found from that one, and its
name need not be given. Where they are not found:
  --query-url URL      CRATEGRAPH_QUERY_URL      queries
  --update-url URL     CRATEGRAPH_UPDATE_URL     updates
  --graph-url URL      CRATEGRAPH_GRAPH_URL      graphs, as in ?graph=IRI
  --engine NAME        CRATEGRAPH_ENGINE         all, by what answers there; a
                       name that is not known lists those that are
Every verb for which --store may be an address has these options. --engine is
for an engine behind a proxy that hides what it is. A store without an address
of updates or graphs can be read only. \`push\` has the same options for the
endpoint that it writes to: --to-query-url, --to-update-url, --to-graph-url and
--to-engine.

Passwords come from the environment, with the host and port in the name:
  CRATEGRAPH_LOGIN_LOCALHOST_8890=user:password    Basic or Digest
  CRATEGRAPH_TOKEN_DATA_EXAMPLE_ORG=...            Bearer
By plain http they go to this machine only. NODE_EXTRA_CA_CERTS=FILE adds
certificates to those that Node trusts. HTTP_PROXY, HTTPS_PROXY and NO_PROXY
count here, too.

A load into an endpoint is no single transaction: if it is interrupted, each
crate is whole, and the same command goes on. \`crategraph push --to URL\` copies
a store into an endpoint, and \`push --store URL --to FILE\` copies it back.
`;

/** The topics of \`crategraph help\`, by name. */
export const HELP_TOPICS: Readonly<Record<string, HelpTopic>> = {
  crates: { summary: 'what a crate can be: folders, archives, addresses', text: CRATES },
  names: { summary: 'what names a crate of the store, and an entity', text: NAMES },
  endpoints: { summary: 'stores that are SPARQL endpoints: addresses, passwords', text: ENDPOINTS },
};

/** The topic of a name; undefined if there is none. */
export function helpTopic(name: string): HelpTopic | undefined {
  return Object.hasOwn(HELP_TOPICS, name) ? HELP_TOPICS[name] : undefined;
}

import { NQUADS } from '../../../base/rdf/syntaxes.js';
import type { Engine, EngineProof, KnownEngine, RowLimit } from './engine-facts.js';

const MB = 1_000_000;
const ROW_LIMIT: RowLimit = { header: 'x-sparql-maxrows', setting: 'ResultSetMaxRows of Virtuoso' };

const VIRTUOSO_GRAPHS = [
  'http://www.openlinksw.com/schemas/virtrdf#',
  'http://localuriqaserver/sparql',
  'http://www.w3.org/ns/ldp#',
];
/** A file at a time; curl needs the size of a body, so it reads the file as a whole. */
const posted = (address: string): string =>
  `for f in shard-*.nq.gz; do gzip -dc "$f" | curl --fail-with-body -sS -X POST -H "Content-Type: ${NQUADS.mediaType}" --data-binary @- "${address}" || break; done`;
const leaveOut = (graph: string): string => `DEFINE input:default-graph-exclude <${graph}>\n`;

/** A proof by a function that only one engine has: it joins the two halves of a number. */
const byFunction = (iri: string, ...first: readonly string[]): EngineProof => ({
  parameters: [['query', `SELECT (<${iri}>(${[...first, "'78'", "'77'"].join(', ')}) AS ?proof) {}`]],
  status: 200,
  answer: /"value"\s*:\s*"7877"/,
});

/** An unknown engine: what every endpoint can do. */
export const UNKNOWN_ENGINE: Engine = {
  facts: {
    name: 'a SPARQL endpoint',
    union: { by: 'listed' },
    looseTriples: undefined,
    filtersEarly: false,
    countsWays: false,
    alternativesOnce: false,
    losesValues: false,
    cutsAgain: false,
    mixesValues: false,
    indexesGraphs: true,
    keepsPlans: false,
    takesQuads: false,
    writeCount: undefined,
    atomicUpdates: false,
    keepsLexicalForms: false,
    altersValues: true,
    maxLiteral: 20_000,
    maxUpdate: MB,
    maxUpdateTriples: 1000,
    maxBody: MB,
    parallelWrites: 1,
    rowLimit: ROW_LIMIT,
    readOnly: undefined,
    ownGraphs: [],
  },
  addresses: (query) => ({ query, update: undefined, graphStore: undefined, data: undefined }),
  loaders: {},
};

/** The engines that are known, by what they were seen to do. */
export const ENGINES: readonly KnownEngine[] = [
  {
    id: 'fuseki',
    facts: {
      name: 'Apache Jena Fuseki',
      union: { by: 'graph', iri: 'urn:x-arq:UnionGraph' },
      looseTriples: undefined,
      filtersEarly: true,
      countsWays: false,
      alternativesOnce: false,
      losesValues: false,
      cutsAgain: false,
      mixesValues: false,
      indexesGraphs: true,
      keepsPlans: false,
      takesQuads: true,
      writeCount: 'count',
      atomicUpdates: true,
      // In memory it does, on disk (TDB2) it does not, and nothing but a write tells them apart.
      keepsLexicalForms: false,
      altersValues: false,
      maxLiteral: Infinity,
      maxUpdate: 16 * MB,
      maxUpdateTriples: Infinity,
      maxBody: 16 * MB,
      parallelWrites: 1,
      rowLimit: undefined,
      readOnly: {
        status: 405,
        reason: 'it is read-only (405), as Fuseki without --update',
        hint: 'start it with --update, or give the dataset an update service and a gsp-rw service in its configuration',
      },
      ownGraphs: [],
    },
    header: { name: 'fuseki-request-id', value: /(?:)/ },
    proof: byFunction('http://jena.apache.org/ARQ/function#strjoin', "''"),
    addresses: (location) => {
      const dataset = beforeStep(location, /\/(?:query|sparql|update|data|get|upload)?$/);
      const data = below(dataset, 'data');
      return { query: below(dataset, 'query'), update: below(dataset, 'update'), graphStore: data, data };
    },
    loaders: {
      'Fuseki, stopped': 'java -cp FUSEKI.jar tdb2.tdbloader --loc DATABASE shard-*.nq.gz',
      'Fuseki, running': posted('http://HOST:3030/DATASET'),
    },
  },
  {
    id: 'oxigraph',
    facts: {
      name: 'Oxigraph',
      union: { by: 'parameter', name: 'union-default-graph', value: 'true' },
      looseTriples: 'SELECT ?s { ?s ?p ?o } LIMIT 1',
      filtersEarly: false,
      countsWays: false,
      alternativesOnce: true,
      losesValues: false,
      cutsAgain: false,
      mixesValues: false,
      indexesGraphs: true,
      keepsPlans: false,
      takesQuads: true,
      writeCount: undefined,
      atomicUpdates: true,
      keepsLexicalForms: false,
      altersValues: false,
      maxLiteral: Infinity,
      maxUpdate: 16 * MB,
      maxUpdateTriples: Infinity,
      maxBody: 16 * MB,
      parallelWrites: 1,
      rowLimit: undefined,
      readOnly: undefined,
      ownGraphs: [],
    },
    header: { name: 'server', value: /^Oxigraph\b/i },
    proof: {
      parameters: [
        ['query', 'SELECT * {}'],
        ['union-default-graph', 'true'],
        ['default-graph-uri', 'urn:any'],
      ],
      status: 400,
      answer: /\bunion-default-graph should not be set at the same time/,
    },
    addresses: (location) => {
      const root = beforeStep(location, /\/(?:query|sparql|update|store)?$/);
      const data = below(root, 'store');
      return { query: below(root, 'query'), update: below(root, 'update'), graphStore: data, data };
    },
    loaders: {
      Oxigraph: 'oxigraph load --location DATABASE --file shard-*.nq.gz',
    },
  },
  {
    id: 'virtuoso',
    facts: {
      name: 'Virtuoso',
      union: { by: 'prologue', text: VIRTUOSO_GRAPHS.map(leaveOut).join(''), leftOut: VIRTUOSO_GRAPHS },
      looseTriples: undefined,
      filtersEarly: false,
      countsWays: true,
      alternativesOnce: false,
      losesValues: true,
      cutsAgain: true,
      mixesValues: true,
      indexesGraphs: true,
      keepsPlans: true,
      takesQuads: false,
      writeCount: undefined,
      atomicUpdates: false,
      keepsLexicalForms: false,
      altersValues: true,
      maxLiteral: 20_000,
      maxUpdate: 8 * MB,
      maxUpdateTriples: 3000,
      maxBody: 8 * MB,
      parallelWrites: 4,
      rowLimit: ROW_LIMIT,
      readOnly: undefined,
      ownGraphs: VIRTUOSO_GRAPHS,
    },
    header: { name: 'server', value: /^Virtuoso\b/i },
    proof: byFunction('bif:concat'),
    addresses: (location) => {
      const root = beforeStep(location, /\/(?:sparql|sparql-auth|sparql-graph-crud|sparql-graph-crud-auth)?\/?$/);
      return {
        query: below(root, location.pathname.includes('/sparql-auth') ? 'sparql-auth' : 'sparql'),
        update: below(root, 'sparql-auth'), // the other addresses only read, as it is installed
        graphStore: below(root, 'sparql-graph-crud-auth'),
        data: undefined,
      };
    },
    loaders: {
      // The folder must be one of DirsAllowed. The loader reports its errors in a table only.
      'Virtuoso (Debian: isql-vt)': `isql HOST:1111 dba PASSWORD exec="ld_dir('$PWD', 'shard-*.nq.gz', 'urn:unused'); rdf_loader_run(); checkpoint; select ll_file, ll_error from DB.DBA.load_list where ll_error is not null;"`,
    },
  },
  {
    id: 'rdf4j',
    facts: {
      name: 'RDF4J',
      union: { by: 'always' },
      looseTriples: 'SELECT ?s FROM <http://www.openrdf.org/schema/sesame#nil> { ?s ?p ?o } LIMIT 1',
      filtersEarly: true,
      countsWays: false,
      alternativesOnce: false,
      losesValues: false,
      cutsAgain: false,
      mixesValues: false,
      indexesGraphs: false,
      keepsPlans: false,
      takesQuads: true,
      writeCount: undefined,
      atomicUpdates: true,
      keepsLexicalForms: true,
      altersValues: false,
      maxLiteral: Infinity,
      maxUpdate: 16 * MB,
      maxUpdateTriples: Infinity,
      maxBody: 16 * MB,
      parallelWrites: 1,
      rowLimit: undefined,
      readOnly: {
        status: 500,
        said: /\bfederation is read-?only\b/i,
        reason: 'it is read-only: a federation of RDF4J',
        hint: 'write to one of the repositories of which it consists',
      },
      ownGraphs: [],
    },
    proof: {
      parameters: [
        ['query', 'SELECT * {}'],
        ['queryLn', 'none'],
      ],
      status: 400,
      answer: /^\s*Unknown query language: none\s*$/,
    },
    addresses: (location) => {
      const repository = beforeStep(location, /\/(?:statements|rdf-graphs\/service)?$/);
      const statements = below(repository, 'statements');
      return {
        query: repository,
        update: statements,
        graphStore: below(repository, 'rdf-graphs/service'),
        data: statements,
      };
    },
    loaders: {
      RDF4J: posted('http://HOST:8080/rdf4j-server/repositories/REPOSITORY/statements'),
    },
  },
];

/** What people call the engines by, for messages. */
export const ENGINE_NAMES = ENGINES.map(({ id }) => id).join(', ');

/** What engines say of what they cannot do, and what a user can do about it; the first that fits. */
const REFUSALS: readonly (readonly [said: RegExp, hint: string])[] = [
  [
    /\btxnLock\b|\bTrying to remove largest value\b|\bcompatible context data\b/,
    'the native store of RDF4J is damaged, as when the engine was killed in a change: make the repository anew, and load the crates again',
  ],
  [
    /\btransitive\b/i,
    'Virtuoso needs a node at one end of a path with *, + or ?: an IRI, or a triple in the same braces that gives it',
  ],
  [
    /\bestimated execution time\b/i,
    'Virtuoso refuses what it expects to take long: ask for less, or raise its MaxQueryCostEstimationTime',
  ],
  [
    /\b(?:division|divi[sd]e) by (?:0|zero)\b/i,
    'this engine ends the query where SPARQL leaves out a value: leave out zeros first, as in IF(?n = 0, 0, 1 / ?n)',
  ],
  [
    /\bError (?:DT\d+|SR\d+)\b/i,
    'Virtuoso ends the query at a value that the function does not take, such as a bad date: use text functions (SUBSTR, STR), or query a store file',
  ],
  [
    /\bVirtuoso \w+ Error\b/i,
    'this is what Virtuoso cannot do: write that part in another way, or load the crates into a store file and query it',
  ],
];

/** What a user can do about an error, by the sentence with which an engine explains it. */
export function hintForRefusal(text: string): string | undefined {
  return REFUSALS.find(([said]) => said.test(text))?.[1];
}

/** The same address without what follows a dataset. */
function beforeStep(url: URL, step: RegExp): URL {
  return withPath(url, url.pathname.replace(step, '') || '/');
}

function below(url: URL, name: string): URL {
  return withPath(url, `${url.pathname.replace(/\/$/, '')}/${name}`);
}

function withPath(url: URL, path: string): URL {
  const other = new URL(url);
  other.pathname = path;
  other.hash = '';
  return other;
}

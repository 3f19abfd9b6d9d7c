/** The measurements: their subjects, sizes and targets. */

const FILES = [10, 100, 1000, 10_000, 100_000];
const NQUADS_PEERS = ['jsonld', 'Oxigraph JSON-LD', 'Oxigraph (native)', 'rdflib', 'Jena riot', 'curl --parallel'];

/**
 * `sizes` and `quick`: sizes of a full and of a quick run. `cap`: seconds after which a peer is stopped.
 * `only`: sizes of a peer that takes part in fewer of them. `targets` compare `ours` with `peer`: `most` is the maximum
 * of their ratio, `faster` the minimum speed-up by size.
 */
export const MEASUREMENTS = [
  {
    name: 'quads',
    title: 'document to RDF/JS quads',
    unit: 'entities',
    shape: 'files',
    sizes: FILES,
    quick: [10, 100, 1000],
    subjects: ['crategraph', 'jsonld', 'jsonld-streaming-parser', 'Oxigraph JSON-LD'],
    targets: [{ peer: 'jsonld', faster: { 100: 10, 10_000: 20, 100_000: 100 } }],
    linear: true,
  },
  {
    name: 'nquads',
    title: 'document to N-Quads',
    unit: 'entities',
    shape: 'files',
    sizes: FILES,
    quick: [100, 1000, 10_000],
    subjects: ['crategraph', 'JSON.parse', ...NQUADS_PEERS],
    only: { 'Jena riot': FILES.slice(0, 4) },
    targets: [{ peer: 'JSON.parse', most: { 10_000: 2, 100_000: 2 } }],
    linear: true,
  },
  {
    name: 'load',
    title: 'load into a durable store',
    unit: 'entities',
    shape: 'files',
    sizes: FILES.slice(1),
    quick: [100, 10_000],
    subjects: ['crategraph', 'crategraph, no layout', 'ready-made chunks', 'Oxigraph JSON-LD'],
    targets: [{ peer: 'ready-made chunks', most: { 10_000: 1, 100_000: 0.5 } }],
    linear: true,
  },
  {
    name: 'export',
    title: 'store to metadata document',
    unit: 'entities',
    shape: 'files',
    sizes: [1000, 10_000, 100_000],
    quick: [1000],
    subjects: ['crategraph', 'crategraph, no layout', 'jsonld fromRDF + compact'],
    only: { 'jsonld fromRDF + compact': [1000, 10_000] },
    cap: 400,
    targets: [{ peer: 'jsonld fromRDF + compact', faster: { 10_000: 200 } }],
    linear: true,
  },
  ...['parts', 'entity', 'repairs', 'nested'].map((shape) => ({
    name: `shape-${shape}`,
    module: 'nquads',
    title: {
      parts: 'N-Quads: a root with many parts',
      entity: 'N-Quads: one entity of 5 and 50 MB',
      repairs: 'N-Quads: identifiers with spaces',
      nested: 'N-Quads: nested entities and lists',
    }[shape],
    unit: { parts: 'parts', entity: 'values', repairs: 'entities', nested: 'entities' }[shape],
    shape,
    sizes: {
      parts: [100_000, 1_000_000],
      entity: [50_000, 500_000],
      repairs: [10_000, 100_000],
      nested: [1000, 10_000],
    }[shape],
    quick: { parts: [10_000, 100_000], entity: [5000, 50_000], repairs: [1000, 10_000], nested: [100, 1000] }[shape],
    subjects: ['crategraph', 'JSON.parse'],
    linear: true,
  })),
  {
    name: 'tiny',
    title: 'tiny crates to N-Quads, one process',
    unit: 'crates',
    sizes: [5000],
    quick: [2000],
    subjects: ['crategraph', 'JSON.parse', 'jsonld', 'jsonld-streaming-parser', 'Oxigraph JSON-LD', 'rdflib'],
    targets: [{ peer: 'jsonld', faster: 15 }, { rate: 10_000 }],
  },
  {
    name: 'roots',
    title: 'root of many metadata files',
    unit: 'crates',
    sizes: [2000],
    quick: [500],
    subjects: ['crategraph', 'ro-crate'],
  },
  {
    name: 'query',
    title: 'SPARQL: four queries over one crate',
    unit: 'entities',
    shape: 'files',
    sizes: [10_000],
    quick: [1000],
    subjects: ['crategraph', 'Oxigraph', 'crategraph, RDF/JS rows', 'Oxigraph, RDF/JS rows'],
    targets: [
      { peer: 'Oxigraph', most: 1.1 },
      { ours: 'crategraph, RDF/JS rows', peer: 'Oxigraph, RDF/JS rows', most: 1.1 },
    ],
  },
  {
    name: 'folder',
    title: 'folder tree of tiny crates to a durable store',
    unit: 'crates',
    tree: true,
    sizes: [20_000],
    quick: [1000],
    cap: 300,
    subjects: ['crategraph', 'crategraph --jobs 1', 'Oxigraph, same quads from memory'],
    targets: [{ peer: 'Oxigraph, same quads from memory', most: 1.5 }],
  },
  {
    name: 'store',
    title: 'verbs on a store of tiny crates',
    unit: 'crates',
    tree: true,
    sizes: [100, 1000, 10_000, 50_000],
    quick: [100, 1000],
    cap: 300,
    subjects: [
      'load one more',
      'list',
      'export one',
      'load and remove one',
      'query --crate',
      'ask all',
      'ask all, warm',
    ],
  },
  {
    name: 'startup',
    title: 'start-up',
    unit: 'processes',
    sizes: [1],
    quick: [1],
    subjects: ['crategraph --help', 'crategraph --version', 'node -e 0'],
    targets: ['crategraph --help', 'crategraph --version'].map((ours) => ({ ours, peer: 'node -e 0', most: 2.5 })),
  },
  {
    name: 'memory',
    title: 'N-Quads by the command line, peak memory',
    unit: 'entities',
    shape: 'files',
    sizes: [1_440_000],
    quick: [100_000],
    cap: 300,
    subjects: ['crategraph', 'crategraph, from a pipe'],
    targets: [{ memory: 400e6 }, { ours: 'crategraph, from a pipe', memory: 400e6 }],
  },
  {
    name: 'corpus',
    title: 'real crates to N-Quads',
    unit: 'crates',
    sizes: [179],
    quick: [179],
    shared: true,
    subjects: ['crategraph', 'JSON.parse', 'jsonld'],
  },
  {
    name: 'retrieve',
    title: 'small files from a server on loopback',
    unit: 'files',
    sizes: [1000, 10_000],
    quick: [1000],
    subjects: ['crategraph', 'curl --parallel'],
    targets: [{ peer: 'curl --parallel', most: { 10_000: 1.5 } }],
    linear: true,
  },
];

/** The maximum ratio of the time per quad at the largest size to that at the second largest. */
export const LINEAR = 1.3;
/** Seconds after which a peer is stopped, unless the measurement has its own `cap`. */
export const CAP = 120;
/** Peers that are not npm packages take part if they are installed. */
export const OPTIONAL = ['Oxigraph (native)', 'rdflib', 'Jena riot', 'curl --parallel'];

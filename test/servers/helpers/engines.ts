import type { TestedEngine } from './engine.js';
import { fuseki } from './fuseki.js';
import { oxigraph } from './oxigraph-server.js';
import { rdf4j } from './rdf4j.js';
import { DEBIAN_MAX_ROWS, virtuoso } from './virtuoso.js';

/** The graph stores of others on which one suite runs. */
export const engines = {
  Fuseki: fuseki('TDB2'),
  'Fuseki in memory': fuseki('memory'),
  Oxigraph: oxigraph(),
  RDF4J: rdf4j('native'),
  'RDF4J in memory': rdf4j('memory'),
  Virtuoso: virtuoso(),
  'Virtuoso as Debian installs it': virtuoso(DEBIAN_MAX_ROWS),
} as const satisfies Record<string, TestedEngine>;

/** The name of an engine of the table. */
export type EngineName = keyof typeof engines;

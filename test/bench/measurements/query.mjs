import oxigraph from 'oxigraph';
import { loadCrates, openCrateDocument, openStore, queryStore, queryTerms } from '../../../dist/library/index.js';
import { BASE } from '../generate.mjs';
import { contexts } from '../peers/contexts.mjs';

const SCHEMA = 'http://schema.org/';

/** A lookup, a join with many rows, an aggregation, and a search in text. */
const QUERIES = [
  `SELECT ?crate ?name { GRAPH ?crate { ?crate a <${SCHEMA}Dataset> ; <${SCHEMA}name> ?name } }`,
  `SELECT ?file ?name ?person { ?file a <${SCHEMA}MediaObject> ; <${SCHEMA}author> ?author ; <${SCHEMA}name> ?name . ?author <${SCHEMA}name> ?person }`,
  `SELECT ?author (COUNT(?file) AS ?files) { ?file <${SCHEMA}author> ?author } GROUP BY ?author ORDER BY ?author`,
  `SELECT ?file { ?file <${SCHEMA}description> ?text FILTER(CONTAINS(?text, "station 7")) }`,
];
const JSON_RESULTS = 'application/sparql-results+json';

/** Two stores with the same crate, one queried through crategraph and one directly. Both must return the same rows. */
export async function prepare({ file }) {
  const store = await openStore('memory:', { mode: 'write' });
  await loadCrates(store, [file], { contexts, base: BASE });
  const raw = new oxigraph.Store();
  const document = await openCrateDocument(file, { contexts, base: BASE });
  for await (const chunk of document.nquadsBytes(BASE)) raw.load(chunk, { format: 'application/n-quads' });
  const straight = (query) => raw.query(query, { results_format: JSON_RESULTS, use_default_graph_as_union: true });
  const through = (query) => queryStore(store, query, { format: 'json' });
  for (const query of QUERIES) {
    if (sorted(await through(query)) !== sorted(straight(query))) throw new Error(`results differ: ${query}`);
  }
  const rows = async (query) => {
    let count = 0;
    for (const row of (await queryTerms(store, query)).rows) count += row.size;
    return count;
  };
  return { straight, through, rows, raw };
}

function sorted(text) {
  const { bindings } = JSON.parse(text).results;
  const rows = bindings.map((row) => JSON.stringify(Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1))));
  return rows.sort().join('\n');
}

const all = (ask) => ({
  run: async () => {
    for (const query of QUERIES) await ask(query);
  },
});

export const subjects = {
  crategraph: ({ through }) => all(through),
  Oxigraph: ({ straight }) => all(straight),
  'crategraph, RDF/JS rows': ({ rows }) => all(rows),
  'Oxigraph, RDF/JS rows': ({ raw }) =>
    all((query) => {
      let count = 0;
      for (const row of raw.query(query, { use_default_graph_as_union: true })) {
        for (const [, term] of row) if (term.value !== '') count += 1;
      }
      return count;
    }),
};

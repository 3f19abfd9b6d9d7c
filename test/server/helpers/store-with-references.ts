import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openStore } from '../../../src/store/open-store.js';
import { makeIdentities } from '../../../src/tasks/identity/make-identities.js';
import { loadCrates } from '../../../src/tasks/load/load-crates.js';
import { crate, writeCrate } from '../../cli/helpers/crates.js';
import { freshFolder } from '../../cli/helpers/run.js';
import { BUNDLED } from '../../helpers/read.js';

/** The graph of the crate that has RDF files. */
export const CRATE = 'https://data.example/survey/';
/** A reference graph that is apart from the union. */
export const ONTOLOGY = 'https://example.org/rain';
/** An IRI of a person who has another one in another crate. */
export const PERSON = 'https://orcid.org/0000-0002-1825-0097';
/** A named graph of an RDF file: with a name that no narrow screen has room for. */
export const LONG_GRAPH = `${CRATE}graphs.trig#graph=${encodeURIComponent(`https://other.example/${'long-'.repeat(30)}`)}`;

const TURTLE = `
@prefix owl: <http://www.w3.org/2002/07/owl#> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
<${ONTOLOGY}> a owl:Ontology ; rdfs:label "Kinds of <b>rain</b>" .
<${ONTOLOGY}#Rain> a owl:Class ; <${ONTOLOGY}#${'very-'.repeat(30)}long> [ a owl:Class ] .
`;
const FILES = {
  'onto.ttl': '<#rain> a <#Kind> ; <urn:label> "Rain" .',
  'graphs.trig': `<https://other.example/${'long-'.repeat(30)}> { <#s> <urn:p> "long" }`,
};

/** A store file with crates of one person, and with all kinds of graphs beside the crates. @returns its path */
export async function storeWithReferences(): Promise<string> {
  const folder = await freshFolder('references');
  const place = join(folder, 'store.db');
  const by = (id: string, name: string) => ({ '@id': id, '@type': 'Person', name, identifier: '0000-0002-1825-0097' });
  const hasPart = Object.keys(FILES).map((path) => ({ '@id': path }));
  const files = hasPart.map((part) => ({ ...part, '@type': 'File' }));
  const survey = crate({
    name: 'Survey',
    more: { hasPart, author: { '@id': '#ada' } },
    entities: [...files, by('#ada', 'Ada')],
  });
  const other = crate({ name: 'Other', more: { author: { '@id': PERSON } }, entities: [by(PERSON, 'Somebody else')] });
  const packed = await writeCrate(join(folder, 'survey'), survey);
  for (const [path, text] of Object.entries(FILES)) await writeFile(join(packed, path), text);
  await writeFile(join(folder, 'rain.ttl'), TURTLE);
  const store = await openStore(place, { mode: 'write', create: true });
  try {
    await loadCrates(store, packed, { contexts: BUNDLED, base: CRATE, rdf: {} });
    await loadCrates(store, other as never, { contexts: BUNDLED, base: 'https://data.example/other/' });
    await loadCrates(store, join(folder, 'rain.ttl'), { reference: { apart: true } });
    await makeIdentities(store);
  } finally {
    await store.close();
  }
  return place;
}

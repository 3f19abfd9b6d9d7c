/**
 * Crates for the cases of `cases.mjs`, made after the description of Craqle's benchmark (arunaengine/craqle,
 * benches/rocrate.md): each has a root, a nested dataset, files, people, organizations, a licence and an action.
 */
const SCHEMA = 'http://schema.org/';
const XSD = 'http://www.w3.org/2001/XMLSchema#';
export const WORDS = 'soil river genome protein climate forest glacier coast microbe pollen isotope plankton aquifer wetland'.split(' '); // prettier-ignore
export const FORMATS = ['text/csv', 'application/json', 'image/png', 'text/plain', 'application/pdf'];
export const LICENCES = ['CC-BY-4.0', 'CC0-1.0', 'MIT'].map((name) => `https://spdx.org/licenses/${name}`);

/** Numbers from 0 to below another, the lower ones more often; the same ones for the same seed. */
function skewedNumbers(seed) {
  let state = seed >>> 0;
  const next = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  return (below) => Math.floor(below * next() ** 2);
}

/** @param number of crates @param entities of each @returns what the crates say, from which the answers are computed too */
export function modelOf(number, entities = 100) {
  const pick = skewedNumbers(20260921);
  const people = Array.from({ length: Math.max(24, Math.floor(number * 0.4)) }, (_, at) => ({
    iri: `https://orcid.org/0000-0003-${String(Math.floor(at / 10000)).padStart(4, '0')}-${String(at % 10000).padStart(4, '0')}`,
    name: at % 13 === 0 ? `Zoë Müller ${at}` : `Person ${at}`,
    org: `https://ror.org/0test${String(pick(12)).padStart(4, '0')}`,
  }));
  const some = (all, most) => [...new Set(Array.from({ length: 1 + pick(most) }, () => all[pick(all.length)]))];
  const crates = Array.from({ length: number }, (_, at) => {
    const iri = `https://bench.example/crate/${String(at).padStart(5, '0')}/`;
    const two = (part) => String(part).padStart(2, '0');
    const date = `${2015 + (at % 12)}-${two(1 + (at % 12))}-${two(1 + (at % 28))}`;
    const licence = at % 9 === 0 ? undefined : LICENCES[pick(LICENCES.length)];
    const authors = some(people, 3);
    const orgs = [...new Set(authors.map(({ org }) => org))];
    const count = entities - 4 - authors.length - orgs.length - (licence === undefined ? 0 : 1);
    const files = Array.from({ length: count }, (__, part) => ({
      iri: `${iri}data/file${String(part).padStart(4, '0')}.dat`,
      name: `File ${part} of crate ${at}`,
      format: FORMATS[pick(FORMATS.length)],
      size: 1 + pick(10_000_000),
      description: part % 4 === 0 ? undefined : `${WORDS[pick(WORDS.length)]} ${WORDS[pick(WORDS.length)]}`,
    }));
    const half = Math.floor(files.length / 2);
    const title = `Crate ${at} ${WORDS[pick(WORDS.length)]}`;
    return { iri, title, date, licence, authors, orgs, keywords: some(WORDS, 5), files, direct: files.slice(0, half), nested: files.slice(half) }; // prettier-ignore
  });
  return { people, crates };
}

/** The triples of a crate as N-Triples, without the points at their ends. */
export function triplesOf(crate) {
  const lines = [];
  const add = (subject, predicate, object) => lines.push(`<${subject}> <${SCHEMA}${predicate}> ${object}`);
  const text = (value) => JSON.stringify(value);
  const isA = (subject, type) => lines.push(`<${subject}> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <${SCHEMA}${type}>`); // prettier-ignore
  const { iri, licence } = crate;
  isA(`${iri}ro-crate-metadata.json`, 'CreativeWork');
  add(`${iri}ro-crate-metadata.json`, 'about', `<${iri}>`);
  isA(iri, 'Dataset');
  add(iri, 'name', text(crate.title));
  add(iri, 'datePublished', text(crate.date));
  for (const word of crate.keywords) add(iri, 'keywords', text(word));
  for (const author of crate.authors) add(iri, 'author', `<${author.iri}>`);
  for (const file of crate.direct) add(iri, 'hasPart', `<${file.iri}>`);
  add(iri, 'hasPart', `<${iri}data/>`);
  isA(`${iri}data/`, 'Dataset');
  for (const file of crate.nested) add(`${iri}data/`, 'hasPart', `<${file.iri}>`);
  for (const file of crate.files) {
    isA(file.iri, 'MediaObject');
    add(file.iri, 'name', text(file.name));
    add(file.iri, 'encodingFormat', text(file.format));
    add(file.iri, 'contentSize', `"${file.size}"^^<${XSD}integer>`);
    if (file.description !== undefined) add(file.iri, 'description', text(file.description));
  }
  for (const author of crate.authors) {
    isA(author.iri, 'Person');
    add(author.iri, 'name', text(author.name));
    add(author.iri, 'affiliation', `<${author.org}>`);
  }
  for (const org of crate.orgs) isA(org, 'Organization');
  if (licence !== undefined) {
    add(iri, 'license', `<${licence}>`);
    isA(licence, 'CreativeWork');
  }
  isA(`${iri}#create`, 'CreateAction');
  add(`${iri}#create`, 'agent', `<${crate.authors[0].iri}>`);
  add(`${iri}#create`, 'result', `<${crate.files[0].iri}>`);
  return lines;
}

/** The same as a metadata document. */
export function documentOf(crate) {
  const { iri } = crate;
  const entities = new Map();
  const idOf = (term) => (term.startsWith(iri) ? term.slice(iri.length) || './' : term);
  for (const triple of triplesOf(crate)) {
    const [, subject, predicate, object] = /^<(.*?)> <(.*?)> (.*)$/.exec(triple);
    const [, value, text, number] = /^(?:<(.*)>|("[^"]*")|"(\d+)"\^\^.*)$/.exec(object);
    const entity = entities.get(subject) ?? { '@id': idOf(subject) };
    entities.set(subject, entity);
    if (!predicate.startsWith(SCHEMA))
      entity['@type'] = value === `${SCHEMA}MediaObject` ? 'File' : value.slice(SCHEMA.length);
    else {
      const key = predicate.slice(SCHEMA.length);
      const one = value === undefined ? JSON.parse(text ?? number) : { '@id': idOf(value) };
      entity[key] = key in entity ? [entity[key], one].flat() : one;
    }
  }
  return { '@context': 'https://w3id.org/ro/crate/1.1/context', '@graph': [...entities.values()] };
}

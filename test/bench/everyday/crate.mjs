/** The crate that the tasks work on, and what each task has to answer or leave behind. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CONTEXT, SHAPES } from '../generate.mjs';

const ROOT = './';
const FIRST_AUTHOR = 'https://orcid.org/0000-0002-1825-0001';
const NEW_AUTHOR = { '@id': 'https://orcid.org/0000-0002-1825-0097', '@type': 'Person', name: 'Ingrid Holm' };
const NEW_FILE = { '@id': 'notes/methods.txt', '@type': 'File', description: 'How the readings were made.' };
const CHANGED = 'data/measurement-000003.dat';
const GONE = 'data/measurement-000007.dat';
const DERIVED = 'data/measurement-000008.dat';
/** Descriptor, root, people and their organisation. */
const OTHERS = 52;

const ref = (id) => ({ '@id': id });
const values = (value) => (value === undefined ? [] : [value].flat());
const isOf = (type) => (entity) => values(entity['@type']).includes(type);

/** Text in the style of a real file: an indent of four, `1.0`, a letter that is not ASCII and one that is an escape. */
function documentText(entities) {
  const graph = [...SHAPES.files(Math.max(entities, OTHERS + 20) - OTHERS)].map((entity) => {
    if (entity['@id'] === ROOT) return { ...entity, version: 1 };
    return entity['@id'] === DERIVED ? { ...entity, isBasedOn: ref(GONE) } : entity;
  });
  return `${JSON.stringify({ '@context': CONTEXT, '@graph': graph }, null, 4)}\n`
    .replace('"version": 1', '"version": 1.0')
    .replace('"Institute of Coastal Studies"', '"Institute of Coastal Studies, Århus"')
    .replace('"Researcher Number 1"', '"Zo\\u00eb Number 1"');
}

/** Writes the crate with its data files. @returns the text of its metadata file */
export function writeCrate(folder, entities) {
  const text = documentText(entities);
  for (const name of ['data', 'notes']) mkdirSync(join(folder, name), { recursive: true });
  for (const file of JSON.parse(text)['@graph'].filter(isOf('File'))) writeFileSync(join(folder, file['@id']), '1\n');
  writeFileSync(join(folder, NEW_FILE['@id']), 'Once a day.\n');
  writeFileSync(join(folder, 'levels.csv'), 'time,level\n');
  return text;
}

/** Entities by identifier; an edit gets a copy that it may change. */
const byId = (text) => new Map(JSON.parse(text)['@graph'].map((entity) => [entity['@id'], entity]));

/** The edits, each as what it does to plain entities. */
const EDITS = {
  changeName: (all) => (all.get(ROOT).name = 'Northern transect, spring'),
  addFile(all) {
    all.set(NEW_FILE['@id'], NEW_FILE);
    all.get(ROOT).hasPart.push(ref(NEW_FILE['@id']));
  },
  addAuthor(all) {
    all.set(NEW_AUTHOR['@id'], NEW_AUTHOR);
    all.get(ROOT).author.push(ref(NEW_AUTHOR['@id']));
  },
  changeFile: (all) => (all.get(CHANGED).contentSize = '2048'),
  removeFile(all) {
    const root = all.get(ROOT);
    all.delete(GONE);
    root.hasPart = root.hasPart.filter((part) => part['@id'] !== GONE);
    delete all.get(DERIVED).isBasedOn;
  },
};

/** The questions, each as what is found in plain entities; the order does not matter. */
const QUESTIONS = {
  readName: (all) => all.get(ROOT).name,
  listFiles: (all) => [...all.values()].filter(isOf('File')).map((file) => [file['@id'], file.contentSize]),
  listPeople: (all) =>
    [...all.values()]
      .filter(isOf('Person'))
      .map(({ name, affiliation }) => [name, values(affiliation).map((one) => all.get(one['@id']).name)]),
  findReferring: (all) =>
    [...all.values()]
      .filter((entity) =>
        Object.values(entity).some((value) => values(value).some((one) => one['@id'] === FIRST_AUTHOR)),
      )
      .map((entity) => entity['@id']),
};

/** What a new crate has to say; libraries add more to it. */
const NEW_CRATE = [
  { '@id': 'ro-crate-metadata.json', '@type': 'CreativeWork', about: ref(ROOT) },
  {
    '@id': ROOT,
    '@type': 'Dataset',
    name: 'Tide gauge',
    description: 'Water levels at the ferry pier.',
    license: ref('https://creativecommons.org/licenses/by/4.0/'),
    datePublished: '2026-03-01',
    author: ref(NEW_AUTHOR['@id']),
    hasPart: ref('levels.csv'),
  },
  NEW_AUTHOR,
  { '@id': 'levels.csv', '@type': 'File', name: 'Water levels', author: ref(NEW_AUTHOR['@id']) },
];

/** Text that is equal for equal values, whether they stand in a list or not, in any order of keys. */
const plain = (value) => JSON.stringify(values(value));
const statements = (entity = {}) => new Map(Object.entries(entity).map(([key, value]) => [key, plain(value)]));

/** The first statement of an entity that another one lacks or has differently. */
function differing(entity, other) {
  const said = statements(other);
  return [...statements(entity)].find(([key, value]) => value !== '[]' && said.get(key) !== value)?.[0];
}

/** What is missing in entities, or too much. */
function faultIn(found, wanted, mayHaveMore) {
  for (const [id, entity] of wanted) {
    const key = differing(entity, found.get(id)) ?? (mayHaveMore ? undefined : differing(found.get(id), entity));
    if (key !== undefined) return `${id}: ${key} is ${JSON.stringify(found.get(id)?.[key])?.slice(0, 60)}`;
  }
  const more = mayHaveMore ? undefined : [...found.keys()].find((id) => !wanted.has(id));
  return more === undefined ? undefined : `${more} is too much`;
}

const sorted = (answer) => [answer].flat().map((one) => JSON.stringify(one)).sort().join('\n'); // prettier-ignore

/**
 * What is wrong with the result of a task, found without any of the libraries.
 * @param before text of the metadata file that the task was given @param after its text afterwards
 * @returns undefined if nothing is
 */
export function faultOf(task, answer, before, after) {
  if (Object.hasOwn(QUESTIONS, task)) {
    if (after !== before) return 'the file has changed';
    return sorted(answer) === sorted(QUESTIONS[task](byId(before))) ? undefined : 'the answer is wrong';
  }
  if (after === undefined) return 'there is no file';
  if (!Object.hasOwn(EDITS, task))
    return faultIn(byId(after), new Map(NEW_CRATE.map((one) => [one['@id'], one])), true);
  const wanted = byId(before);
  EDITS[task](wanted);
  return faultIn(byId(after), wanted, false);
}

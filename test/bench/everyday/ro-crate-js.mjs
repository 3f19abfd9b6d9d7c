/**
 * The ten tasks with ro-crate-js, which leaves reading and writing of the file to its user. Each body is all that a user
 * writes, except the imports. The indentation is that of the file.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { ROCrate } from 'ro-crate';

export async function readName(folder) {
  const crate = new ROCrate(JSON.parse(await readFile(`${folder}/ro-crate-metadata.json`, 'utf8')));
  return crate.root.name;
}

export async function changeName(folder) {
  const crate = new ROCrate(JSON.parse(await readFile(`${folder}/ro-crate-metadata.json`, 'utf8')));
  crate.root.name = 'Northern transect, spring';
  await writeFile(`${folder}/ro-crate-metadata.json`, JSON.stringify(crate, null, 4));
}

export async function listFiles(folder) {
  const crate = new ROCrate(JSON.parse(await readFile(`${folder}/ro-crate-metadata.json`, 'utf8')));
  const files = [...crate.entities({ filter: (entity) => crate.hasType(entity, 'File') })];
  return files.map((file) => [file['@id'], file.contentSize]);
}

export async function addFile(folder) {
  const crate = new ROCrate(JSON.parse(await readFile(`${folder}/ro-crate-metadata.json`, 'utf8')));
  const file = { '@id': 'notes/methods.txt', '@type': 'File', description: 'How the readings were made.' };
  crate.addValues(crate.root, 'hasPart', file);
  await writeFile(`${folder}/ro-crate-metadata.json`, JSON.stringify(crate, null, 4));
}

export async function addAuthor(folder) {
  const crate = new ROCrate(JSON.parse(await readFile(`${folder}/ro-crate-metadata.json`, 'utf8')));
  const person = { '@id': 'https://orcid.org/0000-0002-1825-0097', '@type': 'Person', name: 'Ingrid Holm' };
  crate.addValues(crate.root, 'author', person);
  await writeFile(`${folder}/ro-crate-metadata.json`, JSON.stringify(crate, null, 4));
}

export async function changeFile(folder) {
  const crate = new ROCrate(JSON.parse(await readFile(`${folder}/ro-crate-metadata.json`, 'utf8')));
  crate.getEntity('data/measurement-000003.dat').contentSize = '2048';
  await writeFile(`${folder}/ro-crate-metadata.json`, JSON.stringify(crate, null, 4));
}

export async function removeFile(folder) {
  const crate = new ROCrate(JSON.parse(await readFile(`${folder}/ro-crate-metadata.json`, 'utf8')));
  crate.deleteEntity('data/measurement-000007.dat', { references: true });
  await writeFile(`${folder}/ro-crate-metadata.json`, JSON.stringify(crate, null, 4));
}

export async function listPeople(folder) {
  const json = JSON.parse(await readFile(`${folder}/ro-crate-metadata.json`, 'utf8'));
  const crate = new ROCrate(json, { array: true, link: true });
  const people = [...crate.entities({ filter: (entity) => crate.hasType(entity, 'Person') })];
  return people.map(({ name, affiliation = [] }) => [name[0], affiliation.map((entity) => entity.name[0])]);
}

export async function findReferring(folder) {
  const json = JSON.parse(await readFile(`${folder}/ro-crate-metadata.json`, 'utf8'));
  const crate = new ROCrate(json, { array: true });
  const referring = Object.values(crate.getEntity('https://orcid.org/0000-0002-1825-0001')['@reverse']).flat();
  return [...new Set(referring.map((entity) => entity['@id']))];
}

export async function beginCrate(folder) {
  const crate = new ROCrate();
  const author = { '@id': 'https://orcid.org/0000-0002-1825-0097', '@type': 'Person', name: 'Ingrid Holm' };
  Object.assign(crate.root, {
    name: 'Tide gauge',
    description: 'Water levels at the ferry pier.',
    license: { '@id': 'https://creativecommons.org/licenses/by/4.0/' },
    datePublished: '2026-03-01',
    author,
    hasPart: [{ '@id': 'levels.csv', '@type': 'File', name: 'Water levels', author }],
  });
  await writeFile(`${folder}/ro-crate-metadata.json`, JSON.stringify(crate, null, 4));
}

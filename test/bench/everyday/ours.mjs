/** The ten tasks with crategraph. Each body is all that a user writes, except the imports. */
import { newCrate, openCrate } from 'crategraph';

export async function readName(folder) {
  const crate = await openCrate(folder);
  return crate.root.get('name');
}

export async function changeName(folder) {
  const crate = await openCrate(folder);
  crate.root.set('name', 'Northern transect, spring');
  await crate.save();
}

export async function listFiles(folder) {
  const crate = await openCrate(folder);
  return crate.files().map((file) => [file.id, file.get('contentSize')]);
}

export async function addFile(folder) {
  const crate = await openCrate(folder);
  crate.addFile('notes/methods.txt', { description: 'How the readings were made.' });
  await crate.save();
}

export async function addAuthor(folder) {
  const crate = await openCrate(folder);
  crate.root.add('author', crate.addPerson({ name: 'Ingrid Holm', orcid: '0000-0002-1825-0097' }));
  await crate.save();
}

export async function changeFile(folder) {
  const crate = await openCrate(folder);
  crate.entity('data/measurement-000003.dat').set('contentSize', 2048);
  await crate.save();
}

export async function removeFile(folder) {
  const crate = await openCrate(folder);
  crate.remove('data/measurement-000007.dat');
  await crate.save();
}

export async function listPeople(folder) {
  const crate = await openCrate(folder);
  const namesOf = (entities) => entities.map((entity) => entity.get('name'));
  return crate.ofType('Person').map((person) => [person.get('name'), namesOf(person.entities('affiliation'))]);
}

export async function findReferring(folder) {
  const crate = await openCrate(folder);
  const person = crate.entity('https://orcid.org/0000-0002-1825-0001');
  return person.referredBy().map((entity) => entity.id);
}

export async function beginCrate(folder) {
  const crate = await newCrate({
    name: 'Tide gauge',
    description: 'Water levels at the ferry pier.',
    license: 'https://creativecommons.org/licenses/by/4.0/',
    datePublished: '2026-03-01',
  });
  const author = crate.addPerson({ name: 'Ingrid Holm', orcid: '0000-0002-1825-0097' });
  crate.root.set('author', author);
  crate.addFile('levels.csv', { name: 'Water levels', author });
  await crate.save(folder);
}

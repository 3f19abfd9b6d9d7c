import { trimAddress } from '../../crate/context/context-address.js';
import type { GraphKeys, KeyChoice } from '../../store/port.js';
import { HANDLE_LENGTH, iriHash } from './handles.js';
import { isReferenceGraph, loadRecordOf } from './load-records.js';
import { placesNamed, recordPlaces } from './source-places.js';

/** What a key is about; its first character. */
const KIND = { hash: '#', iri: '<', place: '@', name: '"', changed: '?', reference: '^', beside: '+' } as const;

/** All names of crates, and what else they are looked up by, as keys for a store. */
export const CRATE_KEYS: GraphKeys = {
  name: 'crates 2',
  *of(graph, stored) {
    yield KIND.hash + iriHash(graph);
    yield KIND.iri + graph;
    const records = stored.map(loadRecordOf);
    if (isChangedCrate(records)) yield KIND.changed;
    if (isReferenceGraph(records)) yield KIND.beside;
    for (const record of records) {
      yield KIND.hash + record.sha256;
      for (const place of recordPlaces(record)) yield KIND.place + place;
      for (const name of record.names) yield KIND.name + plainName(name);
      for (const reference of record.references ?? []) yield KIND.reference + reference.graph;
    }
  },
};

/** Selects the crates whose names in the records may differ from those in the graph. */
export const CHANGED_CRATES: KeyChoice = { key: KIND.changed };

/** Selects the reference graphs. */
export const REFERENCE_GRAPHS: KeyChoice = { key: KIND.beside };

/** Selects all crates that a name may mean, but for changed ones, whose names are in the graph. */
export function choicesOf(name: string): KeyChoice[] {
  const choices: KeyChoice[] = [{ key: KIND.name + plainName(name) }];
  const prefix = hashPrefix(name);
  if (prefix !== undefined) choices.push(withHash(prefix));
  if (looksLikeIri(name)) choices.push({ key: KIND.iri + name, isPrefix: true });
  for (const place of placesNamed(trimAddress(name))) choices.push({ key: KIND.place + place });
  return choices;
}

/** Selects the crates with a handle, a name or an IRI that begins so. */
export function choicesBeginning(text: string): KeyChoice[] {
  if (text === '') return [{ key: KIND.iri, isPrefix: true }];
  const choices: KeyChoice[] = [KIND.name + plainName(text), KIND.iri + text].map((key) => ({ key, isPrefix: true }));
  return /^[0-9a-f]+$/.test(text) ? [withHash(text), ...choices] : choices;
}

/** Selects the crates with a hash that begins so, of the IRI or of a document. */
export function withHash(prefix: string): KeyChoice {
  return { key: KIND.hash + prefix, isPrefix: true };
}

/** Selects the crates that refer to a graph. */
export function referringTo(graph: string): KeyChoice {
  return { key: KIND.reference + graph };
}

/** The digits of a hash that a name may be; undefined if it is not one. */
export function hashPrefix(name: string): string | undefined {
  return /^[0-9a-f]+$/i.test(name) && name.length >= HANDLE_LENGTH ? name.toLowerCase() : undefined;
}

/** Whether a name has the form of an IRI. A name such as `Survey: winter` and a path of Windows do not. */
export function looksLikeIri(name: string): boolean {
  return /^[A-Za-z][A-Za-z0-9+.-]+:[^\s<>"]*$/.test(name);
}

/** Whether the names in the records of a graph may differ from those in the graph. */
export function isChangedCrate(records: readonly { readonly changed: boolean }[]): boolean {
  return records.length === 0 || records.some(({ changed }) => changed);
}

/** The same text for names that differ only in white space or Unicode normalisation. */
export function plainName(name: string): string {
  return name.normalize('NFC').replace(/\s+/g, ' ').trim();
}

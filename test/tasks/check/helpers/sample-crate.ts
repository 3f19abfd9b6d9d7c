import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { checkCrate } from '../../../../src/tasks/check/check-crate.js';
import type { CheckResult } from '../../../../src/tasks/check/check-document.js';
import { checkDocument, uncheckable } from '../../../../src/tasks/check/check-document.js';
import type { PackageFacts } from '../../../../src/tasks/check/crate/checked-crate.js';
import type { Note } from '../../../../src/crate/read/report.js';
import type { JsonObject, JsonValue } from '../../../../src/crate/json/value.js';
import { openContexts } from '../../../../src/package/contexts/open-contexts.js';
import { openBytes } from '../../../../src/package/open/open-crate.js';

/** A crate that a case changes before it is checked. */
export interface Draft {
  context: JsonValue | undefined;
  graph: JsonValue[];
  /** Keys next to `@context` and `@graph`. */
  readonly top: JsonObject;
  /** Facts about the package. */
  facts: PackageFacts;
  /** The text of the document, instead of context and graph. */
  text?: string | Uint8Array;
  /** What its package warns of. */
  notes?: readonly Note[];
  /** Checks it as a folder with these files and those of the sample. */
  files?: Readonly<Record<string, string>>;
  /** Checks these bytes instead: an archive. */
  archive?: Uint8Array;
  /** An entity by `@id`, to change it. */
  readonly entity: (id: string) => JsonObject;
  /** Adds an entity, and makes the root refer to it by a property. */
  readonly add: (entity: JsonObject, property?: string) => JsonObject;
}

/** A change of the sample crate. */
export type Change = (draft: Draft) => void;

/** A crate of ours that keeps every rule. */
export function sampleCrate(version = '1.2'): Draft {
  const entities: JsonObject[] = [
    {
      '@id': 'ro-crate-metadata.json',
      '@type': 'CreativeWork',
      conformsTo: { '@id': `https://w3id.org/ro/crate/${version}` },
      about: { '@id': './' },
    },
    {
      '@id': './',
      '@type': 'Dataset',
      name: 'Tide gauge at Havneby',
      description: 'Water levels at the ferry pier, one value each ten minutes.',
      datePublished: '2026-03-01',
      license: { '@id': 'https://creativecommons.org/licenses/by/4.0/' },
      author: { '@id': 'https://orcid.org/0000-0002-1825-0097' },
      publisher: { '@id': 'https://ror.org/04m01e293' },
      hasPart: [{ '@id': 'levels.csv' }, { '@id': 'photos/' }],
    },
    {
      '@id': 'https://creativecommons.org/licenses/by/4.0/',
      '@type': 'CreativeWork',
      name: 'CC BY 4.0',
      description: 'Creative Commons Attribution 4.0 International',
      url: 'https://creativecommons.org/licenses/by/4.0/',
    },
    {
      '@id': 'https://orcid.org/0000-0002-1825-0097',
      '@type': 'Person',
      name: 'Ingrid Holm',
      affiliation: { '@id': 'https://ror.org/04m01e293' },
      contactPoint: { '@id': 'mailto:info@coast.example' },
    },
    {
      '@id': 'https://ror.org/04m01e293',
      '@type': 'Organization',
      name: 'Coastal Survey',
      url: 'https://coast.example/',
      contactPoint: { '@id': 'mailto:info@coast.example' },
    },
    {
      '@id': 'mailto:info@coast.example',
      '@type': 'ContactPoint',
      name: 'Information desk',
      contactType: 'customer service',
      email: 'info@coast.example',
      identifier: 'info@coast.example',
      url: 'https://coast.example/contact',
    },
    {
      '@id': 'levels.csv',
      '@type': 'File',
      name: 'Water levels',
      description: 'Time and level in centimetres',
      encodingFormat: ['text/csv', { '@id': 'https://www.nationalarchives.gov.uk/PRONOM/x-fmt/18' }],
      contentSize: '5120',
    },
    {
      '@id': 'https://www.nationalarchives.gov.uk/PRONOM/x-fmt/18',
      '@type': version < '1.2' ? 'WebPage' : ['WebPage', 'Standard'],
      name: 'CSV',
    },
    { '@id': 'photos/', '@type': 'Dataset', name: 'Photographs', description: 'The gauge in each season' },
  ];
  const graph: JsonValue[] = entities;
  const entity = (id: string): JsonObject => {
    const found = draft.graph.find((one) => (one as JsonObject | null)?.['@id'] === id);
    if (found === undefined) throw new Error(`the sample has no entity ${id}`);
    return found as JsonObject;
  };
  const draft: Draft = {
    context: `https://w3id.org/ro/crate/${version}/context`,
    graph,
    top: {},
    facts: {},
    entity,
    add: (one, property = 'mentions') => {
      const root = entity('./');
      const earlier = root[property] === undefined ? [] : [root[property]].flat();
      const all = [...earlier, { '@id': one['@id'] as string }];
      root[property] = all.length === 1 ? (all[0] as JsonValue) : all;
      draft.graph.push(one);
      return one;
    },
  };
  return draft;
}

/** The document of a draft, as text. */
export function documentText({ text, context, graph, top }: Draft): string | Uint8Array {
  return text ?? JSON.stringify({ ...(context !== undefined && { '@context': context }), '@graph': graph, ...top });
}

/** The document of a draft, in UTF-8 unless it says otherwise. */
export function documentBytes(draft: Draft): Uint8Array {
  const text = documentText(draft);
  return typeof text === 'string' ? new TextEncoder().encode(text) : text;
}

/** The files of the sample crate. */
export const SAMPLE_FILES = { 'levels.csv': '0'.repeat(5120), 'photos/pier.jpg': 'a picture' };

/** Checks a draft. Offline, and as a document without files unless its facts say more. */
export async function checkDraft(draft: Draft): Promise<CheckResult> {
  const contexts = openContexts({ offline: true });
  if (draft.archive !== undefined) return checkCrate(draft.archive, { contexts });
  const text = documentText(draft);
  if (draft.files !== undefined)
    return checkFolder({ ...SAMPLE_FILES, ...draft.files, 'ro-crate-metadata.json': text });
  try {
    const document = await openBytes(documentBytes(draft), { contexts, allNotes: true });
    for (const note of draft.notes ?? []) document.report.add(note);
    return await checkDocument(document, draft.facts);
  } catch (error) {
    return uncheckable(error);
  }
}

async function checkFolder(files: Readonly<Record<string, string | Uint8Array>>): Promise<CheckResult> {
  const folder = await mkdtemp(join(tmpdir(), 'crategraph-'));
  try {
    for (const [path, content] of Object.entries(files)) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), content);
    }
    return await checkCrate(folder, { contexts: openContexts({ offline: true }), checksums: true });
  } finally {
    await rm(folder, { recursive: true });
  }
}

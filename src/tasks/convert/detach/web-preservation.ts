import { createHash } from 'node:crypto';
import type { JsonObject } from '../../../crate/json/value.js';
import type { CrateDocument } from '../../../crate/read/crate-document.js';
import type { CratePackage } from '../../../package/crate-package.js';
import { pathOfId } from '../../../package/file-ids.js';
import { relativizeIri } from '../../../base/rdf/iri.js';
import { firstText, valuesOf, type CrateEntity } from '../crate-entities.js';
import type { Draft } from './draft.js';
import type { CrateIds } from './local-ids.js';
import { mediaTypeOf } from '../../../package/media-type.js';

/** What the description of files depends on. */
export interface DescriptionParts {
  readonly document: CrateDocument;
  readonly ids: CrateIds;
  readonly files: CratePackage;
  readonly sizes: ReadonlyMap<string, number>;
  /** For `sdDatePublished`. */
  readonly date: Date;
}

/**
 * Fills in what keeps web-based files verifiable (A2): `contentSize`, `encodingFormat`, `sha256` and `sdDatePublished`.
 * What is there stays; a difference is a risk.
 * @param drafts of new files get a checksum and a date too @returns all changes, those of files added
 */
export async function describeFiles(drafts: readonly Draft[], parts: DescriptionParts): Promise<Draft[]> {
  const files = new Map<string, readonly CrateEntity[]>();
  for (const same of parts.ids.entities.values()) {
    const entity = same.find(({ kind }) => kind === 'file');
    const path = entity === undefined ? undefined : pathOf(entity, parts);
    if (path !== undefined && parts.sizes.has(path) && !files.has(path)) files.set(path, same);
  }
  const isNewFile = ({ action, add }: Draft) => action === 'add' && add?.['@type'] === 'File';
  const wanted = new Set([...files.keys(), ...drafts.filter(isNewFile).map(({ path }) => path as string)]);
  const digests = await digestsOf(parts.files, wanted);
  const all = drafts.map((draft) => (isNewFile(draft) ? withChecksum(draft, digests, parts.date) : draft));
  for (const [path, same] of files) {
    const change = describeFile(same, path, digests.get(path), parts);
    if (change !== undefined) all.push(change);
  }
  return all;
}

/** The path of a file: of its `@id`, of its `localPath`, or below the root. */
function pathOf({ id, iri, value }: CrateEntity, { document, ids }: DescriptionParts): string | undefined {
  const local = ids.local.get(iri);
  if (local !== undefined) return /[?#]/.test(id) ? undefined : local.path;
  return firstText(value, 'localPath', document) ?? pathOfId(relativizeIri(iri, document.root.root));
}

function describeFile(
  same: readonly CrateEntity[],
  path: string,
  sha256: string | undefined,
  { document, sizes, date }: DescriptionParts,
): Draft | undefined {
  const { id } = same[0] as CrateEntity;
  const value = Object.assign({}, ...same.map((one) => one.value)) as JsonObject; // several descriptions are one
  const size = sizes.get(path) as number;
  const facts: readonly (readonly [string, string | undefined])[] = [
    ['contentSize', String(size)],
    ['encodingFormat', mediaTypeOf(path)],
    ['sha256', sha256],
    ['sdDatePublished', date.toISOString()],
  ];
  const add: JsonObject = {};
  const differences: string[] = [];
  for (const [name, fact] of facts) {
    if (fact === undefined) continue;
    if (valuesOf(value, name, document).length === 0) add[name] = fact;
    else if (name === 'contentSize' || name === 'sha256') {
      const stated = firstText(value, name, document);
      if (stated?.toLowerCase() !== fact && !sameSize(name, stated, size))
        differences.push(differenceOf(name, stated, fact));
    }
  }
  const risk = differences.length === 0 ? undefined : differences.join('; ');
  const names = Object.keys(add);
  if (names.length === 0 && risk === undefined) return undefined;
  const known = { size, sha256, mediaType: mediaTypeOf(path), risk };
  if (names.length === 0)
    return { step: 'A2', action: 'leave', id, path, why: 'the file differs from its description', ...known };
  return { step: 'A2', action: 'change', id, path, why: `${names.join(', ')} of the file at hand`, add, ...known };
}

/** Whether a size is the same in another spelling, as in `5454 bytes`. */
function sameSize(name: string, stated: string | undefined, size: number): boolean {
  return name === 'contentSize' && /^\s*0*(\d+)(?:\s*(?:b|bytes?))?\s*$/i.exec(stated ?? '')?.[1] === String(size);
}

function differenceOf(name: string, stated: string | undefined, fact: string): string {
  return name === 'sha256'
    ? 'sha256 differs from the file'
    : `${name} says ${stated ?? 'something else'}, the file has ${fact} bytes`;
}

function withChecksum(draft: Draft, digests: ReadonlyMap<string, string>, date: Date): Draft {
  const sha256 = digests.get(draft.path as string);
  if (sha256 === undefined) return draft;
  return { ...draft, sha256, add: { ...draft.add, sha256, sdDatePublished: date.toISOString() } };
}

/** The SHA-256 of files. They are read in the order of the container, which may allow no other. */
async function digestsOf(files: CratePackage, wanted: ReadonlySet<string>): Promise<Map<string, string>> {
  const digests = new Map<string, string>();
  for await (const { path, content } of files.files(() => undefined)) {
    if (!wanted.has(path)) continue;
    const hash = createHash('sha256');
    for await (const chunk of content()) hash.update(chunk);
    digests.set(path, hash.digest('hex'));
  }
  return digests;
}

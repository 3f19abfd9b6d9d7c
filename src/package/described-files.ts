import { createHash } from 'node:crypto';
import { isObject, type JsonObject, type JsonValue, topEntities } from '../crate/json/lazy-document.js';
import type { CrateDocument } from '../crate/read/crate-document.js';
import { literalPathOfId, pathOfId, problemOfId } from './file-ids.js';
import { climbsAboveTop, relativizeIri, resolveIri } from '../base/rdf/iri.js';
import { schemaOrg } from '../base/rdf/vocabulary.js';

const DATASET: ReadonlySet<string> = new Set(schemaOrg('Dataset'));
const MEDIA_OBJECT: ReadonlySet<string> = new Set(schemaOrg('MediaObject'));

/** A data entity: a file or folder inside the crate, or on the web. */
export interface DescribedFile {
  readonly id: string;
  /** Path relative to the crate root, folders with a final `/`; undefined outside the crate. */
  readonly path: string | undefined;
  readonly folder: boolean;
  /** All spellings of its `@id`: relative to the root, or unchanged outside the crate. */
  readonly references: Set<string>;
  /** `contentSize`, if it is a number of bytes. */
  readonly size: number | undefined;
  /** `sha256` in lower case, if it is valid. */
  readonly sha256: string | undefined;
  /** Why an identifier that looks like a path is not a path inside the crate. */
  readonly problem?: string;
}

/**
 * Lists the differences between a file and its description.
 * @param checksums compare `sha256` too, which reads the file
 */
export async function differencesOf(
  described: Pick<DescribedFile, 'size' | 'sha256'>,
  file: { readonly size: number; content(): AsyncIterable<Uint8Array> },
  checksums = true,
): Promise<string[]> {
  const differences: string[] = [];
  if (described.size !== undefined && described.size !== file.size)
    differences.push(`contentSize ${described.size}, the file has ${file.size} bytes`);
  if (!checksums || described.sha256 === undefined) return differences;
  const hash = createHash('sha256');
  for await (const chunk of file.content()) hash.update(chunk);
  if (hash.digest('hex') !== described.sha256) differences.push('sha256 differs');
  return differences;
}

/**
 * Lists the data entities of a document without root and descriptor (format document, section 2). Several descriptions
 * or spellings of one path are one file.
 * @param paths the files that exist, if they are known: then `x#y.txt` is the file of that name,
 * unless there is a file `x`
 */
export function describedFiles(document: CrateDocument, paths?: ReadonlySet<string>): DescribedFile[] {
  const files = new Map<string, DescribedFile>();
  for (const entity of nodesOf(document)) {
    const file = describedFile(entity, document, paths);
    if (file === undefined) continue;
    const key = file.path ?? `<${file.id}>`;
    const earlier = files.get(key);
    for (const reference of file.references) earlier?.references.add(reference);
    files.set(
      key,
      earlier === undefined
        ? file
        : {
            ...earlier,
            size: earlier.size ?? file.size,
            sha256: earlier.sha256 ?? file.sha256,
          },
    );
  }
  return [...files.values()];
}

function describedFile(
  entity: JsonObject,
  { context, base, root }: CrateDocument,
  paths: ReadonlySet<string> | undefined,
): DescribedFile | undefined {
  const id = entity['@id'];
  if (typeof id !== 'string') return undefined;
  const iri = resolveIri(id, base.iri);
  const folder = context.hasType(entity['@type'], DATASET);
  if (iri === root.root || iri === root.descriptor || (!folder && !context.hasType(entity['@type'], MEDIA_OBJECT)))
    return undefined;
  const isInside = iri.startsWith(base.root) && !climbsAboveTop(id, base.iri);
  const reference = isInside ? relativizeIri(iri, base.root) : id;
  const described = {
    id,
    folder,
    references: new Set([reference]),
    size: sizeProperty(entity['contentSize']),
    sha256: sha256Property(entity['sha256']),
  };
  if (id.startsWith('#')) return { ...described, path: undefined };
  const path = existingName(reference, paths) ?? pathOfId(reference);
  if (path === '' && folder) return undefined;
  if (path?.endsWith('/') === true) return { ...described, path, folder: true };
  if (path) return { ...described, path: folder ? `${path}/` : path };
  const problem = problemOfId(reference);
  return { ...described, path: undefined, ...(problem === undefined ? {} : { problem }) };
}

/** The name of a file that exists, if an `@id` means it only with its `?` and `#` as characters; else undefined. */
export function existingName(id: string, paths: ReadonlySet<string> | undefined): string | undefined {
  const name = paths === undefined ? undefined : literalPathOfId(id);
  return name !== undefined && paths?.has(name) === true && !paths.has(pathOfId(id) ?? '') ? name : undefined;
}

/** Iterates over all nodes, also nested ones: `.eln` files are not always flattened. */
function* nodesOf({ json }: CrateDocument): Generator<JsonObject> {
  for (const window of json.windows) yield* nested(json.entities(window));
  yield* nested(topEntities(json));
}

function* nested(values: readonly JsonValue[]): Generator<JsonObject> {
  for (const value of values) {
    if (Array.isArray(value)) yield* nested(value);
    if (!isObject(value)) continue;
    yield value;
    for (const inner of Object.values(value)) if (typeof inner === 'object' && inner !== null) yield* nested([inner]);
  }
}

function sizeProperty(value: JsonValue | undefined): number | undefined {
  const [first] = [value].flat();
  const text = isObject(first) ? first['@value'] : first;
  return typeof text === 'string' || typeof text === 'number' ? byteCount(String(text)) : undefined;
}

/** Reads a number of bytes. schema.org expects text of any form; only a plain number can be compared. */
export function byteCount(text: string): number | undefined {
  return /^\s*\d+(?:\s*(?:b|bytes?))?\s*$/i.test(text) ? Number.parseInt(text, 10) : undefined;
}

function sha256Property(value: JsonValue | undefined): string | undefined {
  const [first] = [value].flat();
  return typeof first === 'string' && /^[0-9a-f]{64}$/i.test(first.trim()) ? first.trim().toLowerCase() : undefined;
}

import { createHash } from 'node:crypto';
import { isObject, type JsonObject, type JsonValue, topEntities } from '../crate/json/lazy-document.js';
import type { CrateDocument } from '../crate/read/crate-document.js';
import { pathOfId, problemOfId } from './file-ids.js';
import { climbsAboveTop, relativizeIri, resolveIri } from '../rdf/iri.js';
import { schemaOrg } from '../rdf/vocabulary.js';

const DATASET: ReadonlySet<string> = new Set(schemaOrg('Dataset'));
const MEDIA_OBJECT: ReadonlySet<string> = new Set(schemaOrg('MediaObject'));

/** A data entity whose `@id` is a path inside the crate, or an address. */
export interface DescribedFile {
  readonly id: string;
  /** Path relative to the crate root, folders with a last `/`; undefined for what lies elsewhere. */
  readonly path: string | undefined;
  readonly folder: boolean;
  /** Its `@id` relative to the root, or as it is where it lies elsewhere: all that are this one path. */
  readonly references: Set<string>;
  /** `contentSize` in bytes, when it is a number. */
  readonly size: number | undefined;
  /** `sha256` in lower case, when it is one. */
  readonly sha256: string | undefined;
  /** Why an identifier that looks like a path is none inside the crate. */
  readonly problem?: string;
}

/**
 * What a description says otherwise than the file.
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
 * The data entities of a document, root and descriptor left out (format document, section 2). What is described in
 * several places, or under several spellings of one path, is one file.
 */
export function describedFiles(document: CrateDocument): DescribedFile[] {
  const files = new Map<string, DescribedFile>();
  for (const entity of nodesOf(document)) {
    const file = describedFile(entity, document);
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

function describedFile(entity: JsonObject, { context, base, root }: CrateDocument): DescribedFile | undefined {
  const id = entity['@id'];
  if (typeof id !== 'string') return undefined;
  const iri = resolveIri(id, base.iri);
  const folder = context.hasType(entity['@type'], DATASET);
  if (iri === root.root || iri === root.descriptor || (!folder && !context.hasType(entity['@type'], MEDIA_OBJECT)))
    return undefined;
  const below = iri.startsWith(base.root) && !climbsAboveTop(id, base.iri);
  const reference = below ? relativizeIri(iri, base.root) : id;
  const described = {
    id,
    folder,
    references: new Set([reference]),
    size: numberOf(entity['contentSize']),
    sha256: digestOf(entity['sha256']),
  };
  if (id.startsWith('#')) return { ...described, path: undefined };
  const path = pathOfId(reference);
  if (path === '' && folder) return undefined;
  if (path?.endsWith('/') === true) return { ...described, path, folder: true };
  if (path) return { ...described, path: folder ? `${path}/` : path };
  const problem = problemOfId(reference);
  return { ...described, path: undefined, ...(problem === undefined ? {} : { problem }) };
}

/** All described nodes, nested ones too: `.eln` files are not always flattened. */
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

/** schema.org wants text; a plain number of bytes is what can be compared. */
function numberOf(value: JsonValue | undefined): number | undefined {
  const [first] = [value].flat();
  const text = isObject(first) ? first['@value'] : first;
  return (typeof text === 'string' && /^\s*\d+(?:\s*(?:b|bytes?))?\s*$/i.test(text)) || typeof text === 'number'
    ? Number.parseInt(String(text), 10)
    : undefined;
}

function digestOf(value: JsonValue | undefined): string | undefined {
  const [first] = [value].flat();
  return typeof first === 'string' && /^[0-9a-f]{64}$/i.test(first.trim()) ? first.trim().toLowerCase() : undefined;
}

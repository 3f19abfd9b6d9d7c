import { parseBase } from '../../crate/base.js';
import { isAbsoluteIri } from '../../base/rdf/iri.js';
import type { JsonObject, JsonValue } from '../../crate/json/lazy-document.js';
import { contextAddress } from '../../crate/spec-version.js';
import type { CrateDocument } from '../../crate/read/crate-document.js';
import { CrateError } from '../../base/errors.js';
import { isRelative, mentionedIds } from '../../crate/edit/mentioned-ids.js';
import { isAboutSpelling, type Remark } from '../../crate/read/report.js';
import { Identifiers } from '../../crate/read/identifiers.js';
import { contextWithBase, namesBase, withoutBase } from '../../crate/write/written-context.js';
import { writeDocument, type WriteOptions } from '../../crate/write/write-document.js';
import type { CrateArgument } from '../../package/open/crate-argument.js';
import { openCrateDocument, type OpenCrateOptions } from '../../package/open/open-crate.js';
import { flatText, newText, relativeText, type RewrittenText } from './kept-text.js';
import { dataFactory } from '../../base/rdf/data-factory.js';

/** A crate as another metadata document. A document that is flat already keeps its text: order, arrays, layout. */
export interface RewrittenCrate extends RewrittenText {
  readonly read: CrateDocument;
}

/**
 * Flattens nested JSON-LD to a metadata document; relative identifiers stay as they are written (format document, rule
 * 3), and with them the `@base` of the document, so that they mean the same.
 * @param crate as for `openCrateDocument`
 * @example
 * const { document } = await flattenCrate('data/crates/coastal-atlas');
 * console.log(JSON.stringify(document, null, 2));
 * @throws CrateError as `openCrateDocument`
 */
export async function flattenCrate(crate: CrateArgument, options: OpenCrateOptions = {}): Promise<RewrittenCrate> {
  const read = await openCrateDocument(crate, { ...options, keepRelative: true });
  read.report.leaveOut((note) => isAboutSpelling(note) || (note.kind === 'iri-encoded' && isRelativeId(note, read)));
  const written = contextToWrite(read);
  const context = namesBase(written) ? written : await withoutBase(written, read.contexts);
  const document = await writeFlat(read, { context, spelled: relativeIds(read) });
  const kept = isSame(context, written) ? flatText(read) : undefined;
  return { ...(kept ?? newText(document)), read };
}

/**
 * Makes the absolute identifiers below a root relative (format document, rule 8).
 * @param options.base required: the crate root
 * @param keepBase write `{"@base": root}` in the context
 * @example
 * const base = 'https://example.org/coastal-atlas/';
 * const { document } = await relativizeCrate('data/crates/coastal-atlas', { base });
 * console.log(document['@graph']);
 * @throws CrateError as `openCrateDocument`, ERR_USAGE without a base
 */
export async function relativizeCrate(
  crate: CrateArgument,
  options: OpenCrateOptions,
  keepBase = false,
): Promise<RewrittenCrate> {
  if (options.base === undefined)
    throw new CrateError('ERR_USAGE', 'relativize needs --base, the IRI of the crate root');
  parseBase(options.base);
  const read = await openCrateDocument(crate, options);
  read.report.leaveOut(isAboutSpelling);
  const flat = await writeFlat(read, { context: await withoutBase(contextToWrite(read), read.contexts) });
  const root = keepBase ? read.base.root : undefined;
  const document = root === undefined ? flat : contextWithBase(flat, root);
  const ids = (document['@graph'] as JsonObject[]).map((entity) => String(entity['@id']));
  if (ids.every((id) => isAbsoluteIri(id) || id.startsWith('_:')))
    read.report.add({ kind: 'nothing-below', detail: options.base });
  return { ...((await relativeText(read, root)) ?? newText(document)), read };
}

async function writeFlat(read: CrateDocument, options: Pick<WriteOptions, 'context' | 'spelled'>): Promise<JsonObject> {
  const { base, contexts } = read;
  return writeDocument(await read.orderedQuads(await dataFactory()), { base, exact: true, contexts, ...options });
}

function isSame(one: JsonValue, other: JsonValue): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Whether a note is about a relative identifier, which stays as it is written. */
function isRelativeId({ detail }: Remark, read: CrateDocument): boolean {
  const id: unknown = /^"(?:[^"\\]|\\.)*"$/s.test(detail) ? JSON.parse(detail) : undefined;
  return typeof id === 'string' && isRelative(id, read);
}

/** The relative identifiers of a document by IRI, as they are written: `/x` is another file than `x`. */
function* relativeIds(read: CrateDocument): Generator<[iri: string, text: string]> {
  const ids = new Identifiers(read.context, read.base, 'c');
  for (const [iri, text] of mentionedIds(read))
    if (isRelative(text, read) && ids.resolveId(text, () => undefined) === iri) yield [iri, text];
}

/** The context of the document. Without one, as in expanded JSON-LD, the context of its RO-Crate version. */
function contextToWrite(read: CrateDocument): JsonValue {
  return read.writtenContext ?? (read.candidates.length === 0 ? null : contextAddress(read.version));
}

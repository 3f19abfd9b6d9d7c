import { writeQuads, writeText, type LikeOptions, type QuadSequence } from '../../crate/follow/write-quads.js';
import type { JsonObject } from '../../crate/json/lazy-document.js';
import type { WriteOptions } from '../../crate/write/write-document.js';
import { contextsOrDefault } from '../../package/contexts/open-contexts.js';

/** How to write a metadata document; contexts default to those of `openContexts`. */
export type WriteDocumentOptions = Omit<WriteOptions, 'contexts'> & Partial<Pick<WriteOptions, 'contexts'>>;

/**
 * Writes the metadata document of one graph. With `like`, it is that document with the changes that the quads
 * state: what has not changed keeps its place. Otherwise it is flattened, compacted and relative: descriptor, root,
 * data entities along `hasPart`, then the others in the order of the quads. `writeDocumentText` keeps spaces and
 * the spelling of numbers too.
 * @example
 * const document = await openCrateDocument('data/crates/coastal-atlas');
 * const dataset = await toDataset('data/crates/coastal-atlas');
 * const { base, root, writtenContext: context = null } = document;
 * console.log(await writeDocument(dataset, { base, root, context }));
 * @throws CrateError ERR_CONTEXT_UNAVAILABLE, ERR_CONTEXT_INVALID
 */
export function writeCrateDocument(
  quads: QuadSequence,
  options: WriteDocumentOptions | LikeOptions,
): Promise<JsonObject> {
  return writeQuads(quads, withContexts(options));
}

/**
 * As `writeDocument`, as text. With `like`, unchanged text is copied: a change of one value is a diff of one line, and
 * without a change the result is the text of the document.
 * @example
 * const document = await openCrateDocument('data/crates/coastal-atlas');
 * const dataset = await toDataset('data/crates/coastal-atlas');
 * console.log(await writeDocumentText(dataset, { like: document })); // the original text
 * @throws CrateError as `writeDocument`
 */
export function writeCrateText(quads: QuadSequence, options: WriteDocumentOptions | LikeOptions): Promise<string> {
  return writeText(quads, withContexts(options));
}

function withContexts(options: WriteDocumentOptions | LikeOptions): WriteOptions | LikeOptions {
  return 'like' in options ? options : { ...options, contexts: contextsOrDefault(options.contexts) };
}

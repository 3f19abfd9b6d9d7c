import { writeQuads, writeText, type LikeOptions, type QuadSequence } from '../../crate/follow/write-quads.js';
import type { JsonObject } from '../../crate/json/lazy-document.js';
import type { WriteOptions } from '../../crate/write/write-document.js';
import { contextsOrDefault } from '../../package/contexts/open-contexts.js';
import { describeCrate } from './rdf-to-crate.js';

/**
 * How to write a metadata document. Contexts default to those of `openContexts`. A base or context that is not given is
 * found in the quads, as `rdfToCrate` finds it; then the root comes first, too.
 */
export type WriteDocumentOptions = Partial<WriteOptions>;

/**
 * Writes the metadata document of one graph. With `like`, it is that document with the changes that the quads
 * state: what has not changed keeps its place. Otherwise it is flattened, compacted and relative: descriptor, root,
 * data entities along `hasPart`, then the others in the order of the quads. `writeDocumentText` keeps spaces and
 * the spelling of numbers too.
 * @example
 * const dataset = await toDataset('data/crates/coastal-atlas');
 * console.log(await writeDocument(dataset)); // with the context of the version that the crate conforms to
 *
 * const { base, root, writtenContext: context = null } = await openCrateDocument('data/crates/coastal-atlas');
 * console.log(await writeDocument(dataset, { base, root, context })); // with the context of the crate
 * @throws CrateError ERR_CONTEXT_UNAVAILABLE, ERR_CONTEXT_INVALID; without a base or context ERR_ROOT_NOT_FOUND,
 * ERR_ROOT_AMBIGUOUS
 */
export async function writeCrateDocument(
  quads: QuadSequence,
  options: WriteDocumentOptions | LikeOptions = {},
): Promise<JsonObject> {
  return writeQuads(...(await withDefaults(quads, options)));
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
export async function writeCrateText(
  quads: QuadSequence,
  options: WriteDocumentOptions | LikeOptions = {},
): Promise<string> {
  return writeText(...(await withDefaults(quads, options)));
}

/** The quads to write, and how. */
async function withDefaults(
  quads: QuadSequence,
  options: WriteDocumentOptions | LikeOptions,
): Promise<[QuadSequence, WriteOptions | LikeOptions]> {
  if ('like' in options) return [quads, options];
  const contexts = contextsOrDefault(options.contexts);
  const { base, context, root, signal } = options;
  if (base !== undefined && context !== undefined) return [quads, { ...options, base, context, contexts }];
  const found = await describeCrate(quads, { root: root?.root, context, contexts, signal });
  return [found.quads, { ...options, ...found, base: base ?? found.base, root: root ?? found.root }];
}

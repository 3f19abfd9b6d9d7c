import { parseBase } from '../crate/base.js';
import { isAbsoluteIri } from '../rdf/iri.js';
import type { JsonObject, JsonValue } from '../crate/json/lazy-document.js';
import { contextAddress } from '../crate/spec-version.js';
import type { CrateDocument } from '../crate/read/crate-document.js';
import { CrateError } from '../errors.js';
import { withBase, withoutBase } from '../crate/write/written-context.js';
import { writeDocument } from '../crate/write/write-document.js';
import type { CrateArgument } from '../open/crate-argument.js';
import { openCrate, type OpenCrateOptions } from '../open/open-crate.js';
import { dataFactory } from '../rdf/data-factory.js';

/**
 * Flattens nested JSON-LD to a metadata document; relative identifiers stay relative (format document, rule 3).
 * @param crate as for `openCrate`
 * @example
 * const { document } = await flattenCrate('data/crates/coastal-atlas');
 * console.log(JSON.stringify(document, null, 2));
 * @throws CrateError as `openCrate`
 */
export async function flattenCrate(
  crate: CrateArgument,
  options: OpenCrateOptions = {},
): Promise<{ document: JsonObject; read: CrateDocument }> {
  const read = await openCrate(crate, { ...options, keepRelative: true });
  return { document: await writeFlat(read, false), read };
}

/**
 * Makes the absolute identifiers below a root relative (format document, rule 8).
 * @param options.base required: the crate root
 * @param keepBase write `{"@base": root}` in the context
 * @example
 * const { document } = await relativizeCrate('data/crates/coastal-atlas', { base: 'https://example.org/coastal-atlas/' });
 * console.log(document['@graph']);
 * @throws CrateError as `openCrate`, ERR_USAGE without a base
 */
export async function relativizeCrate(
  crate: CrateArgument,
  options: OpenCrateOptions,
  keepBase = false,
): Promise<{ document: JsonObject; read: CrateDocument }> {
  if (options.base === undefined)
    throw new CrateError('ERR_USAGE', 'relativize needs --base, the IRI of the crate root');
  parseBase(options.base);
  const read = await openCrate(crate, options);
  const document = await writeFlat(read, keepBase);
  const ids = (document['@graph'] as JsonObject[]).map((entity) => String(entity['@id']));
  if (ids.every((id) => isAbsoluteIri(id) || id.startsWith('_:')))
    read.report.add({ kind: 'nothing-below', detail: options.base });
  return { document, read };
}

async function writeFlat(read: CrateDocument, keepBase: boolean): Promise<JsonObject> {
  const { base, contexts } = read;
  const quads = await read.orderedQuads(await dataFactory());
  const document = await writeDocument(quads, {
    base,
    exact: true,
    context: await withoutBase(contextToWrite(read), contexts),
    contexts,
  });
  return keepBase ? withBase(document, base.root) : document;
}

/** The context of the document. Without one, as in expanded JSON-LD, the context of its RO-Crate version. */
function contextToWrite(read: CrateDocument): JsonValue {
  return read.writtenContext ?? (read.candidates.length === 0 ? null : contextAddress(read.version));
}

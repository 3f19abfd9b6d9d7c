import { crateBase, randomArcp, type CrateBase } from '../crate/base.js';
import { contextForEntity } from '../crate/context/strict-contexts.js';
import { relativizeIri, resolveIri } from '../rdf/iri.js';
import { isObject, type JsonObject, type JsonValue, type LazyDocument } from '../crate/json/lazy-document.js';
import type { CrateDocument } from '../crate/read/crate-document.js';
import { expandJsonLd } from '../crate/read/jsonld-expansion.js';
import { tolerant } from '../crate/read/tolerant-copy.js';
import { Identifiers, labelScope, type OnNote } from '../crate/read/identifiers.js';
import { aboutFile } from '../errors.js';
import { openCrate, type CrateArgument, type OpenCrateOptions } from '../open/open-crate.js';

/**
 * Expands a document: no context, absolute properties and types, relative identifiers stay relative (format document,
 * rule 4). What a strict JSON-LD processor refuses is repaired and reported, as everywhere.
 * @param crate as for `openCrate`
 * @throws CrateError as `openCrate`, ERR_JSONLD_INVALID
 */
export async function expandCrate(
  crate: CrateArgument,
  options: OpenCrateOptions,
): Promise<{ document: JsonObject[]; read: CrateDocument }> {
  const read = await openCrate(crate, options);
  await read.check();
  try {
    return { document: await expanded(read), read };
  } catch (error) {
    throw aboutFile(error, read.file);
  }
}

/** What there is to report was reported before, as everywhere. */
const silent: OnNote = () => undefined;

async function expanded(read: CrateDocument): Promise<JsonObject[]> {
  const { context } = read;
  const whole = wholeOf(read.json);
  const relative = new RelativeBase(read);
  const { ids, iri } = relative;
  const scope = { context, ids, base: iri, documentBase: iri };
  const contexts = { load: (address: string) => read.contexts.load(relative.absolute(address)) };
  const written = await expandJsonLd(tolerant(whole, scope, silent), contexts, silent, {
    expandContext: contextForEntity(whole, scope),
  });
  return relative.restored(written) as JsonObject[];
}

/**
 * A base for contexts that are about bases, in a document whose identifiers stay relative. Nothing in a document is
 * below it, so that what was made with it is known.
 */
class RelativeBase {
  readonly ids: Identifiers;
  readonly iri: string;
  readonly #base: CrateBase;

  constructor({ base, context }: CrateDocument) {
    this.iri = randomArcp();
    this.ids = new Identifiers(context, crateBase(this.iri, 'none'), labelScope(base.iri));
    this.#base = base;
  }

  /** Expanded JSON-LD with relative identifiers; properties and types are below the base of the document. */
  restored(value: JsonValue, key = ''): JsonValue {
    if (key === '@value') return value;
    if (Array.isArray(value)) return value.map((item) => this.restored(item, key));
    if (isObject(value)) {
      const entries = Object.entries(value).map(([name, item]) => [this.absolute(name), this.restored(item, name)]);
      return Object.fromEntries(entries) as JsonObject;
    }
    if (typeof value !== 'string' || !value.startsWith(this.iri)) return value;
    return key === '@id' ? (this.ids.reference(value) ?? relativizeIri(value, this.iri)) : this.absolute(value);
  }

  /** The same below the base of the document. */
  absolute(iri: string): string {
    return iri.startsWith(this.iri) ? resolveIri(relativizeIri(iri, this.iri), this.#base.iri) : iri;
  }
}

/** A document in one piece, without its context. */
function wholeOf(document: LazyDocument): JsonObject {
  const { '@context': _, ...rest } = document.top;
  const entities: JsonValue[] = document.windows.flatMap((window) => document.entities(window));
  // What stands under a second `@graph` is in `rest`.
  return entities.length === 0 ? rest : { ...rest, '@graph': [...entities, ...[rest['@graph'] ?? []].flat()] };
}

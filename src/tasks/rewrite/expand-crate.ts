import { crateBase, randomArcp, type CrateBase } from '../../crate/base.js';
import { contextForEntity } from '../../crate/context/strict-contexts.js';
import { isAbsoluteIri, relativizeIri, resolveIri } from '../../base/rdf/iri.js';
import { isObject, type JsonObject, type JsonValue, type LazyDocument } from '../../crate/json/lazy-document.js';
import type { CrateDocument } from '../../crate/read/crate-document.js';
import { expandJsonLd } from '../../crate/read/jsonld-expansion.js';
import { isAboutSpelling } from '../../crate/read/report.js';
import { tolerant } from '../../crate/read/tolerant-copy.js';
import { Identifiers, labelScope, type OnNote } from '../../crate/read/identifiers.js';
import { aboutFile } from '../../base/errors.js';
import type { CrateArgument } from '../../package/open/crate-argument.js';
import { openCrateDocument, type OpenCrateOptions } from '../../package/open/open-crate.js';

/**
 * Expands a document: the result has no context and absolute properties and types, while relative identifiers stay
 * relative (format document, rule 4); below an `@base` of the document they are written as what it made of them.
 * JSON-LD that a strict processor refuses is repaired and reported.
 * @param crate as for `openCrateDocument`
 * @example
 * const { document } = await expandCrate('data/crates/coastal-atlas');
 * console.log(document.length);
 * @throws CrateError as `openCrateDocument`, ERR_JSONLD_INVALID
 */
export async function expandCrate(
  crate: CrateArgument,
  options: OpenCrateOptions = {},
): Promise<{ document: JsonObject[]; read: CrateDocument }> {
  const read = await openCrateDocument(crate, options);
  const keepsIds = read.base.reason !== 'document';
  read.report.leaveOut(
    (note) => note.kind === 'kept-as-resource' || (keepsIds && (note.kind === 'iri-encoded' || isAboutSpelling(note))),
  );
  await read.check();
  try {
    return { document: await expandDocument(read), read };
  } catch (error) {
    throw aboutFile(error, read.file);
  }
}

/** `check` has reported all notes already. */
const silent: OnNote = () => undefined;

async function expandDocument(read: CrateDocument): Promise<JsonObject[]> {
  const { context } = read;
  const document = wholeDocument(read.json);
  const temporaryBase = new TemporaryBase(read);
  const { ids, iri } = temporaryBase;
  const scope = { context, ids, base: iri, documentBase: iri };
  const contexts = { load: (address: string) => read.contexts.load(temporaryBase.absolute(address)) };
  const expanded = await expandJsonLd(tolerant(document, scope, silent), contexts, silent, {
    expandContext: contextForEntity(document, scope),
  });
  return temporaryBase.restore(expanded) as JsonObject[];
}

/**
 * A temporary base for a document whose identifiers stay relative, because its contexts may change the base. The base
 * is new, so every expanded IRI below it comes from a relative one.
 */
class TemporaryBase {
  readonly ids: Identifiers;
  readonly iri: string;
  readonly #base: CrateBase;
  readonly #idsOfDocument: Identifiers;
  /**
   * The identifiers below the `@base` of the document, as it leads from here; undefined without one that is in force.
   */
  readonly #idsInside: Identifiers | undefined;

  constructor({ base, context }: CrateDocument) {
    const scope = labelScope(base.iri);
    this.iri = randomArcp();
    this.ids = new Identifiers(context, crateBase(this.iri, 'none'), scope);
    this.#base = base;
    this.#idsOfDocument = new Identifiers(context, base, scope);
    if (base.reason !== 'document') return;
    this.#idsInside = new Identifiers(
      context,
      crateBase(resolveIri(context.documentBase ?? '', this.iri), 'document'),
      scope,
    );
  }

  /** Makes identifiers relative; resolves properties and types against the base of the document. */
  restore(value: JsonValue, key = ''): JsonValue {
    if (key === '@value') return value;
    if (Array.isArray(value)) return value.map((item) => this.restore(item, key));
    if (isObject(value)) {
      const entries = Object.entries(value).map(([name, item]) => [this.absolute(name), this.restore(item, name)]);
      return Object.fromEntries(entries) as JsonObject;
    }
    if (typeof value !== 'string') return value;
    return key === '@id' ? this.#identifier(this.#relative(value)) : this.absolute(value);
  }

  #relative(id: string): string {
    return id.startsWith(this.iri) ? (this.ids.reference(id) ?? relativizeIri(id, this.iri)) : id;
  }

  /** A relative identifier of the document as it is without the `@base` of the document. */
  #identifier(id: string): string {
    if (this.#idsInside === undefined || isAbsoluteIri(id) || id.startsWith('_:')) return id;
    const iri = this.#idsInside.resolveId(id, silent);
    return iri.startsWith(this.iri) ? relativizeIri(iri, this.iri) : this.#idsOfDocument.resolveId(id, silent);
  }

  /** Moves an IRI from this base to the base of the document. */
  absolute(iri: string): string {
    return iri.startsWith(this.iri) ? resolveIri(relativizeIri(iri, this.iri), this.#base.iri) : iri;
  }
}

/** The whole document as JSON, without its context. */
function wholeDocument(document: LazyDocument): JsonObject {
  const { '@context': _, ...rest } = document.top;
  const entities: JsonValue[] = document.windows.flatMap((window) => document.entities(window));
  // `rest` contains the value of a second `@graph`.
  return entities.length === 0 ? rest : { ...rest, '@graph': [...entities, ...[rest['@graph'] ?? []].flat()] };
}

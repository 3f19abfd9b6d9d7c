import type { CrateArgument } from '../../package/open/crate-argument.js';
import { openCrateDocument, type OpenCrateOptions } from '../../package/open/open-crate.js';
import type { CrateDocument } from '../../crate/read/crate-document.js';
import { RDFS } from '../../base/rdf/vocabulary.js';
import { readTerms } from './crate-terms.js';
import { faultsOfTerm, type TermFaultKind } from './term-faults.js';
import type { TermRole } from './term-definition-entity.js';
import type { TermOrigin } from './term-origins.js';

/** A term that a crate uses. */
export interface ListedTerm {
  /** As the crate writes it: a key, a type, or the `@id` of a defined term. */
  readonly name: string;
  /** Absolute; undefined if no context defines the name. */
  readonly iri?: string | undefined;
  /** Where its meaning comes from. */
  readonly origin: TermOrigin;
  /** Address of the context that defines it, for `ro-crate` and `profile`. */
  readonly context?: string | undefined;
  /** How often it is a key, a type, or a value. */
  readonly uses: Readonly<Record<TermRole, number>>;
  /** `@id` of the entity that defines it. */
  readonly definition?: string | undefined;
  readonly description?: string | undefined;
  /** What is wrong: the rule, and a sentence about the entity that uses the term first. */
  readonly problems: readonly { readonly rule: TermFaultKind; readonly message: string }[];
}

/** How to list terms. */
export interface ListTermsOptions extends OpenCrateOptions {
  /** Also those of the shared vocabulary. Default false. */
  readonly all?: boolean | undefined;
  /** Receives the document, for its report. */
  readonly onDocument?: ((document: CrateDocument) => void) | undefined;
}

/**
 * Lists the terms that a crate uses: its keys and types, and the defined terms that it refers to.
 * @param crate as for `openCrateDocument`
 * @example
 * for (const { name, iri, origin } of await listTerms('data/crates/rainfall-survey', { all: true }))
 *   console.log(name, iri, origin);
 * @throws CrateError as `openCrateDocument`
 */
export async function listTerms(crate: CrateArgument, options: ListTermsOptions = {}): Promise<ListedTerm[]> {
  const { all = false, onDocument, ...opening } = options;
  const document = await openCrateDocument(crate, opening);
  onDocument?.(document);
  const found = await readTerms(document);
  const { shared } = found.origins;
  /** RO-Crate has terms, and prefixes for more: it tells to repeat names as `rdfs:label`. */
  const isRoCrates = (iri: string, origin: TermOrigin) =>
    origin === 'ro-crate' || shared.has(iri) || iri.startsWith(RDFS);
  return found.terms
    .filter(({ iri, uses, origin }) => all || iri === undefined || uses.term > 0 || !isRoCrates(iri, origin))
    .map((term): ListedTerm => {
      const { name, iri, origin, context, uses, definition } = term;
      const problems = faultsOfTerm(term, found).map(({ kind, message }) => ({ rule: kind, message }));
      const description = definition?.description ?? definition?.comment;
      return { name, iri, origin, context, uses, definition: definition?.id, description, problems };
    });
}

import { crateContextVersion, profileKey } from './context-address.js';
import { firstOf, remembered, type ContextSource } from './context-source.js';

/** A context object of JSON-LD: term -> IRI or definition object. Shared and frozen. */
export type ContextObject = Readonly<Record<string, unknown>>;

/** The remote contexts that come with crategraph: RO-Crate in all versions, and common profiles. */
export interface ContextBundle {
  /** The context that is published at this address, in any of its spellings; undefined if it is not in the bundle. */
  lookup(address: string): ContextObject | undefined;
  /** The RO-Crate version that an address names (`1.2`, `1.4-DRAFT`); undefined if it is not in the bundle. */
  version(address: string): string | undefined;
  /** The RO-Crate versions with a context of their own, oldest first. */
  versions(): string[];
  /** The other vocabularies: an address of each, without scheme. */
  vocabularies(): string[];
}

/** The two texts of a bundle: `data/contexts/ro-crate.txt` and `data/contexts/profiles.txt`. */
export interface BundleTexts {
  readonly roCrate: string;
  readonly profiles: string;
}

/**
 * Reads a bundle. Each context is built at its first lookup, and then kept.
 *
 * The text: `# name name...` starts a section for these names (versions or addresses); then follows one line per term,
 * `term IRI`, `term {definition}`, or `term` alone for namespace + term. `@namespace IRI` sets the namespace, for one
 * section or (before the first) for all; `@same A B...` makes B another name of A; `;` starts a comment.
 */
export function parseBundle(texts: BundleTexts): ContextBundle {
  const crate = contextTable(texts.roCrate, (name) => name);
  const profiles = contextTable(texts.profiles, profileKey);
  const version = (address: string): string | undefined => {
    const named = crateContextVersion(address);
    return named !== undefined && crate.has(named) ? named : undefined;
  };
  return {
    version,
    lookup: (address) => crate.get(version(address) ?? '') ?? profiles.get(profileKey(address)),
    versions: () => crate.names().sort(byNumber),
    vocabularies: () => profiles.names(),
  };
}

/**
 * The contexts of a bundle as a source, then those that other sources know. The module `crategraph/contexts` calls this
 * with the texts of the package.
 * @returns a source whose `load` throws CrateError ERR_CONTEXT_UNAVAILABLE for an address that none of them knows
 */
export function contextsFromText(texts: BundleTexts, ...others: readonly ContextSource[]): ContextSource {
  const bundle = parseBundle(texts);
  return remembered(firstOf({ load: async (address) => bundle.lookup(address) }, ...others));
}

/** Contexts by name, each built at its first lookup. */
interface ContextTable {
  has(name: string): boolean;
  get(name: string): ContextObject | undefined;
  names(): string[];
}

/** Term lines, and the names of the contexts that they belong to. */
interface Section {
  readonly names: readonly string[];
  readonly body: string;
}

/** @param keyOf the form in which names are compared */
function contextTable(text: string, keyOf: (name: string) => string): ContextTable {
  const built = new Map<string, ContextObject>();
  let sections: BundleSections | undefined;
  const load = (): BundleSections => (sections ??= splitBundle(text, keyOf));
  const ownName = (name: string): string => load().same.get(name) ?? name;
  return {
    has: (name) => load().names.has(ownName(name)),
    names: () => [...load().names],
    get: (name) => {
      const own = ownName(name);
      if (!load().names.has(own)) return undefined;
      const known = built.get(own) ?? buildContext(load(), own);
      built.set(own, known);
      return known;
    },
  };
}

/** A bundle text, split at its headings; term lines are not parsed yet. */
interface BundleSections {
  readonly namespace: string;
  readonly same: ReadonlyMap<string, string>;
  readonly sections: readonly Section[];
  readonly names: ReadonlySet<string>;
}

function splitBundle(text: string, keyOf: (name: string) => string): BundleSections {
  const [preamble = '', ...rest] = text.split(/^# /m);
  const same = new Map<string, string>();
  let namespace = '';
  for (const line of preamble.split('\n')) {
    const [directive, first = '', ...others] = line.trim().split(' ');
    if (directive === '@namespace') namespace = first;
    if (directive === '@same') for (const name of others) same.set(keyOf(name), keyOf(first));
  }
  const sections = rest.map((section) => {
    const end = section.indexOf('\n');
    return { names: section.slice(0, end).trim().split(' ').map(keyOf), body: section.slice(end + 1) };
  });
  return { namespace, same, sections, names: new Set(sections.flatMap((section) => section.names)) };
}

function buildContext({ sections, namespace }: BundleSections, name: string): ContextObject {
  const context: Record<string, unknown> = {};
  for (const section of sections) {
    if (section.names.includes(name)) readTerms(section.body, namespace, context);
  }
  return Object.freeze(context);
}

function readTerms(body: string, outerNamespace: string, context: Record<string, unknown>): void {
  let namespace = outerNamespace;
  for (const raw of body.split('\n')) {
    const line = raw.trimEnd();
    if (line === '' || line.startsWith(';')) continue;
    const space = line.indexOf(' ');
    const term = space < 0 ? line : line.slice(0, space);
    const value = space < 0 ? namespace + term : line.slice(space + 1);
    if (term === '@namespace') namespace = value;
    else context[term] = value.startsWith('{') ? Object.freeze(JSON.parse(value)) : value;
  }
}

function byNumber(a: string, b: string): number {
  return a.localeCompare(b, 'en', { numeric: true });
}

import { localDay } from '../../crate/iso-date.js';
import type { CrateDocument } from '../../crate/read/crate-document.js';
import { isAbsoluteIri } from '../../base/rdf/iri.js';
import { CrateError } from '../../base/errors.js';
import {
  openPackageDocument,
  packagesWithSignal,
  withPackage,
  type OpenCrateOptions,
} from '../../package/open/open-crate.js';
import type { ReplaceableFile } from '../../base/disk/replace-unchanged.js';
import type { CratePackage } from '../../package/crate-package.js';
import { adoptProfile } from './adopt-profile.js';
import { readTerms } from './crate-terms.js';
import { CONTEXT_FILE, profileContext, profileFiles, profileTerm, type ProfileFile } from './profile-crate.js';
import type { ReadProfileOptions } from './read-profile.js';
import { TermSurvey, type NearMiss } from './term-survey.js';

/** How to make a profile of the terms that crates share. */
export interface ExtractProfileOptions extends ReadProfileOptions {
  /** The IRI of the profile; its terms are `<permalink>#<name>`. */
  readonly permalink: string;
  /** Where crates find its context. Default: `context.jsonld` below the permalink. */
  readonly contextAddress?: string | undefined;
  /** Default: `Profile <permalink>`. */
  readonly name?: string | undefined;
  /** IRI of its licence. Default: the one that all crates have. */
  readonly license?: string | undefined;
  /** When it was published, ISO 8601. Default: today, on the calendar of this machine. */
  readonly date?: string | undefined;
  /**
   * Also move terms to crates that name them and do not define them. A term that no crate defines gets a definition made
   * of its name and its uses. Default false.
   */
  readonly define?: boolean | undefined;
}

/** A term that moves to the profile. */
export interface MovedToProfile {
  readonly name: string;
  /** As the crates have it. */
  readonly from: string;
  /** As the profile has it. */
  readonly to: string;
  /** How many of the crates share it. */
  readonly crates: number;
  /** Whether no crate defined it: its definition in the profile is new, and has no description. */
  readonly isNew?: boolean | undefined;
}

/** A crate that uses the profile. */
export interface AdoptingCrate {
  /** As it was named. */
  readonly crate: string;
  /** The metadata file, if it can be edited in place: not in an archive, in a bag, or on the web. */
  readonly replaces: ReplaceableFile | undefined;
  /** Names of the terms that it takes from the profile. */
  readonly terms: readonly string[];
  /** Its new metadata document in UTF-8, in chunks. */
  readonly chunks: readonly Uint8Array[];
}

/** A new profile, and the crates that use it. */
export interface ExtractedProfile {
  readonly terms: readonly MovedToProfile[];
  /** The files of the profile crate. */
  readonly files: readonly ProfileFile[];
  /** The crates that change; those without a term of the profile stay as they are. */
  readonly crates: readonly AdoptingCrate[];
  /** Terms that several crates name, but define differently or not at all: they stay. */
  readonly different: readonly string[];
  /** Crates that name a term by the IRI that others use, and keep it as their own. */
  readonly near: readonly NearMiss[];
}

/**
 * Makes a profile crate of the terms that several crates name and define in the same way, and lets the crates use it.
 * Writes nothing.
 * @param crates paths or addresses, at least two
 * @example
 * const options = { permalink: 'https://example.org/profiles/tides' };
 * const crates = ['data/crates/rainfall-survey', 'data/crates/coastal-atlas'];
 * const { terms, different } = await extractProfile(crates, options).catch(() => ({ terms: [], different: [] }));
 * console.log(terms, different); // they share none
 * @throws CrateError ERR_USAGE if the crates share no term, or have no licence in common; as `openCrateDocument`
 */
export async function extractProfile(
  crates: readonly string[],
  options: ExtractProfileOptions,
): Promise<ExtractedProfile> {
  const {
    permalink,
    contextAddress,
    name = `Profile ${permalink}`,
    license,
    date,
    define = false,
    onDocument,
    ...opening
  } = options;
  checkCall(crates, permalink);
  const survey = new TermSurvey(define);
  const licenses = new Set<string | undefined>();
  for (const crate of crates)
    await opened(crate, opening, async (document) => {
      survey.add(crate, document, await readTerms(document));
      licenses.add(licenseOf(document));
      onDocument?.(document);
    });
  const shared = survey.shared();
  const near = survey.nearMisses();
  if (shared.length === 0) throw nothingShared(near, define);
  const terms = shared.map(({ term }) => term);
  const iris = new Map(terms.map((term) => [term.iri, profileTerm(permalink, term.name)]));
  const address = contextAddress ?? addressOf(permalink);
  const facts = {
    permalink,
    address,
    name,
    license: license ?? onlyLicense(licenses),
    date: date ?? localDay(),
  };
  const profile = { permalink, name, address, context: profileContext(terms, iris), iris };
  const adopting: AdoptingCrate[] = [];
  for (const crate of crates) {
    const one = await opened(crate, opening, async (document, found) => {
      const own = survey.sharedOf(document, await readTerms(document));
      if (own.length === 0) return undefined;
      const chunks = await adoptProfile(document, own, profile);
      return { crate, replaces: found.replaceable, terms: own.map((term) => term.name), chunks };
    });
    if (one !== undefined) adopting.push(one);
  }
  return {
    terms: shared.map(({ term, crates: count, isNew }) => ({
      name: term.name,
      from: term.iri,
      to: iris.get(term.iri) ?? '',
      crates: count,
      ...(isNew && { isNew }),
    })),
    files: profileFiles(terms, iris, facts),
    crates: adopting,
    different: survey.different(),
    near,
  };
}

function nothingShared(near: readonly NearMiss[], define: boolean): CrateError {
  const names = [...new Set(near.map(({ name }) => name))];
  const few = names.length > 3 ? `${names.slice(0, 3).join(', ')} and ${names.length - 3} more` : names.join(', ');
  const isBare = !define && near.some(({ reason }) => reason === 'undefined');
  const found = names.length === 0 ? '' : `; near misses: ${few}`;
  const hint = isBare
    ? 'with --define the profile defines terms that crates only name; `crategraph terms` lists the terms of a crate'
    : '`crategraph terms` lists the terms of a crate; give them an entry and a definition with --add';
  return new CrateError('ERR_USAGE', `no two of the crates name and define a term in the same way${found}`, {
    hint,
    details: { near },
  });
}

/** Whether a crate has the context of a profile. */
export function usesProfile(
  { writtenContext }: CrateDocument,
  { permalink, contextAddress }: Pick<ExtractProfileOptions, 'permalink' | 'contextAddress'>,
): boolean {
  return [writtenContext].flat().includes(contextAddress ?? addressOf(permalink));
}

function addressOf(permalink: string): string {
  return `${permalink.replace(/[/#]$/, '')}/${CONTEXT_FILE}`;
}

function checkCall(crates: readonly string[], permalink: string): void {
  if (!isAbsoluteIri(permalink) || /[\s<>"{}|\\^`]/.test(permalink) || /#./.test(permalink))
    throw new CrateError('ERR_USAGE', `invalid permalink ${JSON.stringify(permalink)}`, {
      hint: 'give an absolute IRI without a fragment, such as https://w3id.org/my/profile',
    });
  if (crates.includes('-'))
    throw new CrateError('ERR_USAGE', 'standard input cannot be read twice', { hint: 'give the path of the crate' });
  if (new Set(crates).size < 2)
    throw new CrateError('ERR_USAGE', 'a profile needs at least two crates that share terms', {
      hint: 'name more crates',
    });
}

async function opened<T>(
  crate: string,
  options: OpenCrateOptions,
  job: (document: CrateDocument, found: CratePackage) => Promise<T>,
): Promise<T> {
  const packages = packagesWithSignal(options);
  return withPackage(crate, async (found) => job(await openPackageDocument(found, options), found), packages);
}

/** The licence of all crates. @throws CrateError ERR_USAGE */
function onlyLicense(licenses: ReadonlySet<string | undefined>): string {
  const [license] = licenses;
  if (license !== undefined && licenses.size === 1) return license;
  throw new CrateError('ERR_USAGE', 'the crates have no licence in common, and a profile needs one', {
    hint: 'name the licence with --license IRI',
  });
}

/** The licence of the root, if it is an IRI. */
function licenseOf(document: CrateDocument): string | undefined {
  for (const window of document.json.windows)
    for (const entity of document.json.entities(window)) {
      if (typeof entity !== 'object' || entity === null || Array.isArray(entity)) continue;
      const { '@id': id, license } = entity;
      if (typeof id !== 'string' || document.resolveId(id) !== document.root.root) continue;
      const [first] = [license ?? null].flat();
      const iri = typeof first === 'object' && first !== null && !Array.isArray(first) ? first['@id'] : first;
      return typeof iri === 'string' && isAbsoluteIri(iri) ? iri : undefined;
    }
  return undefined;
}

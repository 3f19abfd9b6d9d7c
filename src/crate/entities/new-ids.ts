import { CrateError } from '../../base/errors.js';
import { isAbsoluteIri } from '../../base/rdf/iri.js';
import { repairIri } from '../../base/rdf/iri-repair.js';
import { isDescriptorId } from '../metadata-names.js';
import { isOrcid } from '../orcid.js';
import { idOfPath } from '../path-ids.js';
import { idProblem } from './entity-values.js';

/** A scheme of one letter is the drive of a Windows path. */
const DRIVE = /^[A-Za-z]:/;

/**
 * The `@id` of a data entity: an absolute IRI as it is, a path by the identifier rules. A folder ends in `/`.
 * @param location IRI, or path relative to the crate root with `/` as separator; `./` before a name with a colon
 * @param kind of data
 * @throws CrateError ERR_USAGE
 */
export function idOfData(location: string, kind: 'file' | 'folder'): string {
  if (typeof location !== 'string')
    throw new CrateError('ERR_USAGE', `the ${kind} has no path`, { hint: 'give a path such as data/levels.csv' });
  if (isAbsoluteIri(location) && !DRIVE.test(location)) return checkedId(location, `the ${kind}`);
  const refuse = (problem: string, hint: string) =>
    new CrateError('ERR_USAGE', `the ${kind} ${JSON.stringify(location)} ${problem}`, { hint });
  const inside = 'give a path relative to the crate root, such as data/levels.csv';
  if (DRIVE.test(location) || /^[/\\]/.test(location)) throw refuse('has an absolute path', inside);
  if (location.includes('\\')) throw refuse('has a `\\` in its path', 'write / between folders');
  if (location.includes('\0') || !location.isWellFormed()) throw refuse('has a name that no file has', inside);
  const segments = location.split('/').filter((segment) => segment !== '' && segment !== '.');
  if (segments.includes('..')) throw refuse('leaves the crate', inside);
  if (segments.length === 0) throw refuse('has no name', inside);
  if (kind === 'file' && location.endsWith('/')) throw refuse('has the path of a folder', 'add it with addFolder');
  const path = segments.join('/');
  if (segments.length === 1 && isDescriptorId(path))
    throw refuse('is the metadata file itself', 'a metadata file describes other files');
  return idOfPath(kind === 'folder' ? `${path}/` : path);
}

/** An identifier that the caller gives. @throws CrateError ERR_USAGE */
export function checkedId(id: string, what: string): string {
  const problem = idProblem(id);
  if (problem === undefined) return id;
  throw new CrateError('ERR_USAGE', `${what} ${JSON.stringify(id)}: the identifier ${problem}`, {
    hint: 'correct the identifier',
  });
}

/** The IRI of an ORCID in any spelling. @throws CrateError ERR_USAGE */
export function orcidIri(orcid: string): string {
  const digits = orcid
    .trim()
    .replace(/^(?:https?:\/\/(?:www\.)?orcid\.org\/|orcid:)/i, '')
    .toUpperCase();
  if (isOrcid(digits)) return `https://orcid.org/${digits}`;
  throw new CrateError('ERR_USAGE', `${orcid} is not an ORCID`, { hint: 'write one such as 0000-0002-1825-0097' });
}

/** The IRI of a ROR identifier in any spelling. @throws CrateError ERR_USAGE */
export function rorIri(ror: string): string {
  const name = ror
    .trim()
    .replace(/^(?:https?:\/\/)?(?:www\.)?ror\.org\//i, '')
    .toLowerCase();
  if (/^0[a-hj-km-np-tv-z0-9]{6}\d{2}$/.test(name)) return `https://ror.org/${name}`;
  throw new CrateError('ERR_USAGE', `${ror} is not a ROR identifier`, { hint: 'write one such as 04m01e293' });
}

/** Chooses the local identifiers of entities (format document, identifier rule 5). */
export class LocalIds {
  readonly #counts = new Map<string, number>();
  readonly #isTaken: (id: string) => boolean;

  /** @param isTaken whether an entity has this identifier already */
  constructor(isTaken: (id: string) => boolean) {
    this.#isTaken = isTaken;
  }

  /** The identifier that an entity with a name would like to have: `#` and a readable label. */
  wish(name: string, type: string): string {
    const word = (text: string) => text.replace(/[^\p{L}\p{M}\p{N}._~]+/gu, '-').replace(/^-+|-+$/g, '');
    return repairIri(`#${word(name) || word(type) || 'entity'}`);
  }

  /** An identifier that is free: the wish, or with a number. An entity without a name gets a blank node label. */
  free(wish: string | undefined, type: string): string {
    const start = wish ?? `_:${type.replace(/[^A-Za-z]/g, '') || 'b'}`;
    let count = this.#counts.get(start) ?? 0;
    let id: string;
    do {
      count += 1;
      id = wish === undefined ? start + count : count === 1 ? start : `${start}-${count}`;
    } while (this.#isTaken(id));
    this.#counts.set(start, count);
    return id;
  }
}

import { CrateError } from '../../../base/errors.js';
import { isWebAddress } from '../../../package/package-options.js';
import { pathOfId } from '../../../package/file-ids.js';
import { extensionOf } from '../../../package/media-type.js';
import { lastSegment } from '../../../base/rdf/iri.js';
import { statedMediaType } from './distribution.js';
import type { CrateIndex } from './crate-index.js';
import type { CratePart } from './crate-tree.js';
import { leavesCrate, segmentsOf, type Wanted } from './safe-names.js';

/** Where a part should be in the new crate. */
export interface WantedPath extends Wanted {
  /** Where the path comes from, completes "path ...". */
  readonly origin: string;
}

/**
 * The place for a file or folder: its `localPath`; its path below the Dataset that lists it, or below the root; else a
 * name of its own in the folder of that Dataset.
 * @param folders plain paths of the folders so far, by IRI; '' for the root
 * @throws CrateError ERR_ARCHIVE_ENTRY for a `localPath` that leaves the crate
 */
export function wantedPath(index: CrateIndex, part: CratePart, folders: ReadonlyMap<string, string>): WantedPath {
  const { entity, parent } = part;
  const local = localPathOf(index, part);
  if (local !== undefined) return { folder: '', segments: local, origin: 'from its localPath' };
  const folder = folders.get(parent) ?? '';
  const inParent = pathBelow(entity.iri, parent);
  if (inParent !== undefined && folders.has(parent))
    return { folder, segments: inParent, origin: 'as below the Dataset that lists it' };
  const inRoot = pathBelow(entity.iri, index.root.iri) ?? pathInArcp(entity.iri);
  if (inRoot !== undefined) return { folder: '', segments: inRoot, origin: 'as below the root' };
  return {
    folder,
    segments: [nameOf(index, part)],
    origin: 'by its name, in the folder of the Dataset that lists it',
  };
}

/** Why the `localPath` of an entity cannot be its path: it leaves the crate. */
export function localPathProblem(index: CrateIndex, { id, iri }: CratePart['entity']): CrateError | undefined {
  const path = index.text(iri, 'localPath');
  const problem = path === undefined ? undefined : leavesCrate(path);
  if (problem === undefined) return undefined;
  return new CrateError('ERR_ARCHIVE_ENTRY', `<${id}>: its localPath ${JSON.stringify(path)} ${problem}`, {
    hint: 'correct localPath, or leave the entity out with --exclude',
    details: { id, entry: path, problem },
  });
}

/** @throws CrateError ERR_ARCHIVE_ENTRY */
function localPathOf(index: CrateIndex, { entity }: CratePart): string[] | undefined {
  const problem = localPathProblem(index, entity);
  if (problem !== undefined) throw problem;
  const segments = segmentsOf(index.text(entity.iri, 'localPath') ?? '');
  return segments.length === 0 ? undefined : segments;
}

/** The path of an IRI below the IRI of a folder, decoded; undefined if it is not below, or no path. */
function pathBelow(iri: string, folder: string): string[] | undefined {
  const prefix = folder.endsWith('/') ? folder : `${folder}/`;
  return iri.startsWith(prefix) ? pathOf(iri.slice(prefix.length)) : undefined;
}

/** The path of an arcp IRI, which is the place in the package that it names. */
function pathInArcp(iri: string): string[] | undefined {
  const path = /^arcp:\/\/[^/]+\/(.+)$/s.exec(iri)?.[1];
  return path === undefined ? undefined : pathOf(path);
}

/** An IRI with a query or a fragment may be one of many at the same path. */
function pathOf(reference: string): string[] | undefined {
  const path = /[?#]/.test(reference) ? undefined : pathOfId(`./${reference}`);
  const segments = path === undefined || leavesCrate(path) !== undefined ? [] : segmentsOf(path);
  return segments.length === 0 ? undefined : segments;
}

/** A file name with an extension. */
const WITH_EXTENSION = /[^.]\.[A-Za-z0-9]{1,8}$/;
/** A program that answers queries, not a file. */
const PROGRAM = /\.(?:php|aspx?|jsp|cgi|do)$/i;

/** A name for an entity: of a folder its `name`, of a file the end of its address; one with an extension is better. */
function nameOf(index: CrateIndex, { entity: { iri, kind } }: CratePart): string {
  const named = index.text(iri, 'name')?.trim().replace(/\s+/g, ' ') || undefined;
  const addresses = [iri, ...index.texts(iri, 'contentUrl')].filter(
    (one) => isWebAddress(one) || one.startsWith('arcp:'),
  );
  const ends = addresses.flatMap((one) => {
    const [path = '', query] = one.split(/[?#]/, 2);
    const [end] = pathOf(lastSegment(path.replace(/\/$/, ''))) ?? [];
    const isFile = end !== undefined && (query === undefined || (WITH_EXTENSION.test(end) && !PROGRAM.test(end)));
    return isFile ? [end] : [];
  });
  if (kind === 'folder') return named ?? ends[0] ?? 'folder';
  const whole = [...ends, named].find((one) => one !== undefined && WITH_EXTENSION.test(one));
  return whole ?? ends[0] ?? withExtension(index, iri, named ?? 'file');
}

function withExtension(index: CrateIndex, iri: string, name: string): string {
  const mediaType = statedMediaType(index, iri);
  const known = mediaType === undefined ? undefined : extensionOf(mediaType);
  return known === undefined || WITH_EXTENSION.test(name) ? name : `${name}.${known}`;
}

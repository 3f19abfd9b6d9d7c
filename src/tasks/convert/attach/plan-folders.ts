import { idOfPath } from '../../../package/file-ids.js';
import type { Change } from '../plan.js';
import type { CrateIndex } from './crate-index.js';
import type { CratePart, CrateTree } from './crate-tree.js';
import { downloadsOf } from './distribution.js';
import { wantedPath, type WantedPath } from './part-paths.js';
import type { PolicyJudge } from './retrieval-policy.js';
import type { SafeNames } from './safe-names.js';

/** What the planning of folders and files shares. */
export interface Planning {
  readonly index: CrateIndex;
  readonly tree: CrateTree;
  readonly names: SafeNames;
  readonly judge: PolicyJudge;
}

/** An RO-Crate as such, of any version. */
const CRATE = /^https?:\/\/w3id\.org\/ro\/crate(?:\/\d[\w.-]*)?\/?$/;

/**
 * Step B3: each Dataset becomes a folder, unpacked from its distribution if it has an archive.
 * @returns the changes, and the plain path of each folder by the IRI of its Dataset
 * @throws CrateError ERR_ARCHIVE_ENTRY
 */
export function planFolders(planning: Planning): { changes: Change[]; folders: Map<string, string> } {
  const { index, tree, names } = planning;
  const folders = new Map([[index.root.iri, '']]);
  const changes = tree.folders.map((part): Change => {
    const { id, iri } = part.entity;
    const [download] = downloadsOf(index, iri);
    const hasArchive = download !== undefined && (download.kind === 'archive' || download.kind === 'unknown');
    if (!hasArchive && index.references(iri, 'hasPart').length === 0 && isCrate(index, iri))
      return { step: 'B3', action: 'leave', id, why: 'it is another crate, with a metadata document of its own' };
    const wanted = wantedPath(index, part, folders);
    const path = names.folder(wanted);
    folders.set(iri, path);
    return folderChange(planning, part, { wanted, path });
  });
  return { changes, folders };
}

/** What a name became, for `why`. @param path as it is now */
export function reasonOf({ origin, folder, segments }: WantedPath, path: string): string {
  const wanted = folder + segments.join('/');
  const isAsWanted = wanted === path.replace(/\/$/, '');
  return isAsWanted ? `path ${origin}` : `path ${origin}: ${JSON.stringify(wanted)}, made safe and unique`;
}

function folderChange(
  { index, tree, judge }: Planning,
  { entity: { id, iri } }: CratePart,
  { wanted, path }: { readonly wanted: WantedPath; readonly path: string },
): Change {
  const why = reasonOf(wanted, path);
  const common = (action: 'unpack' | 'folder') => ({ step: 'B3', action, id, newId: idOfPath(path) }) as const;
  const [download, ...others] = downloadsOf(index, iri);
  const unused = (urls: readonly string[]) => (urls.length === 0 ? [] : [`not retrieved: ${urls.join(', ')}`]);
  const licenses = tree.licensesOf(iri);
  const isArchive = download?.kind === 'archive' || download?.kind === 'unknown';
  const refusal = !isArchive ? undefined : judge.refusal({ ...download, id, path, licenses });
  if (download !== undefined && isArchive && refusal === undefined) {
    const { url, size, sha256, mediaType } = download;
    const unknown = download.kind === 'unknown' ? ['nothing says that the download is an archive'] : [];
    const risk = [...unknown, ...unused(others.map((one) => one.url))];
    const about = { url, size, sha256, mediaType, license: licenses[0], risk: joined(risk) };
    return { ...common('unpack'), ...about, why: `${why}; its distribution has the content` };
  }
  const isEmpty = index.references(iri, 'hasPart').length === 0;
  const risk = [
    ...unused(download === undefined ? [] : [download, ...others].map((one) => one.url)),
    ...(refusal === undefined ? [] : [refusal]),
    ...(isEmpty ? ['the crate lists nothing in it'] : []),
    ...(iri.startsWith(index.root.iri) ? [] : [`the crate no longer has its address ${iri}`]),
  ];
  return { ...common('folder'), why, risk: joined(risk) };
}

function isCrate(index: CrateIndex, iri: string): boolean {
  return index.references(iri, 'conformsTo').some((one) => CRATE.test(one));
}

function joined(risks: readonly string[]): string | undefined {
  return risks.length === 0 ? undefined : risks.join('; ');
}

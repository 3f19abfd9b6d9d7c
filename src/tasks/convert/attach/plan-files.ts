import { idOfPath } from '../../../package/file-ids.js';
import { isAbsoluteIri } from '../../../base/rdf/iri.js';
import type { Change } from '../plan.js';
import type { CratePart } from './crate-tree.js';
import { addressesOf, statedMediaType, statedSha256, sizeOf } from './distribution.js';
import { localPathProblem, wantedPath } from './part-paths.js';
import { reasonOf, type Planning } from './plan-folders.js';

/**
 * Step B4: each File is retrieved, or stays on the web, with the reason.
 * @param folders plain paths, by IRI of the Dataset
 * @throws CrateError ERR_ARCHIVE_ENTRY for a `localPath` that leaves the crate, unless the policy leaves the file out
 */
export function planFiles(planning: Planning, folders: ReadonlyMap<string, string>): Change[] {
  const { index, tree } = planning;
  const { root } = index;
  /** Some crates forget `hasPart`; a path below the root says where the file belongs as well as `localPath` does. */
  const isBelow = (iri: string) => root.iri.endsWith('/') && iri.startsWith(root.iri) && !iri.includes('#');
  const isPlaced = ({ kind, iri }: CratePart['entity']) =>
    kind === 'file' && (index.has(iri, 'localPath') || isBelow(iri));
  const placed = tree.unlisted.filter(isPlaced).map((entity) => ({ entity, parent: root.iri }));
  const unlisted = tree.unlisted.filter((entity) => !isPlaced(entity));
  return [
    ...[...tree.files, ...placed].map((part) => fileChange(planning, part, folders)),
    ...unlisted.map(({ id, kind }): Change => ({
      ...leave(id, 'it is not part of the crate: no Dataset lists it in hasPart'),
      step: kind === 'folder' ? 'B3' : 'B4',
    })),
    ...tree.undescribed.map((iri) => leave(index.spellingOf(iri), 'hasPart lists it, but nothing describes it')),
  ];
}

function fileChange(planning: Planning, part: CratePart, folders: ReadonlyMap<string, string>): Change {
  const { index, tree, names, judge } = planning;
  const { id, iri } = part.entity;
  const licenses = tree.licensesOf(iri);
  const about = { size: sizeOf(index, iri), mediaType: statedMediaType(index, iri) };
  const shown = { ...about, license: licenses[0] };
  const addresses = addressesOf(index, iri);
  const [first] = addresses;
  const allowed = addresses.filter((address) => judge.allowsHost(address));
  const [url = first, ...others] = allowed;
  if (url === undefined) return { ...leave(id, 'it has no web address'), ...shown };
  const problem = localPathProblem(index, part.entity);
  const wanted = problem === undefined ? wantedPath(index, part, folders) : undefined;
  const path = wanted === undefined ? '' : names.file(wanted);
  const refusal = judge.refusal({ ...about, id: iri, path, url, licenses });
  if (refusal !== undefined) return { ...leave(id, refusal), url, ...shown };
  if (wanted === undefined) throw problem;
  const isNamed = [...index.texts(iri, 'contentUrl'), ...index.references(iri, 'contentUrl')].includes(iri);
  return {
    step: 'B4',
    action: 'retrieve',
    id,
    newId: idOfPath(path),
    url,
    ...(others.length > 0 && { otherUrls: others }),
    ...shown,
    sha256: statedSha256(index, iri),
    ...(!isNamed && isAbsoluteIri(id) && { add: { contentUrl: iri } }),
    why: reasonOf(wanted, path),
  };
}

function leave(id: string, why: string): Change {
  return { step: 'B4', action: 'leave', id, why };
}

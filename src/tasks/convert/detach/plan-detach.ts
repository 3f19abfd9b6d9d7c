import {
  METADATA_FILE_NAMES,
  isMetadataFileName,
  isPrefixedDescriptorId,
  METADATA_FILE_NAME,
} from '../../../crate/metadata-names.js';
import type { CrateDocument } from '../../../crate/read/crate-document.js';
import { CrateError } from '../../../base/errors.js';
import type { CrateArgument } from '../../../package/open/crate-argument.js';
import type { CratePackage } from '../../../package/crate-package.js';
import { withConvertible, type Convertible } from '../open-convertible.js';
import type { Plan } from '../plan.js';
import { checkLinks } from './check-links.js';
import { dataChanges } from './data-changes.js';
import { rootId, rootChanges } from './descriptor-and-root.js';
import type { DetachOptions } from './detach-options.js';
import { someOf, withRisk, type Draft } from './draft.js';
import { idsOf, type CrateIds } from './local-ids.js';
import { freshBase, NewLocations, placesOf, type Places } from './new-locations.js';
import { verifyPublished } from './verify-published.js';
import { describeFiles } from './web-preservation.js';
import { archiveExtension } from '../../../package/container/archive-names.js';

/**
 * Plans how an Attached Package becomes a Detached one (format document, section 3, A1 to A8): which identifiers become
 * absolute, and what the entities get. Nothing is written.
 * @example
 * const plan = await planDetach('data/crates/rainfall-survey', { published: 'https://example.org/survey/' });
 * for (const { step, id, newId, why } of plan.changes) console.log(step, id, newId, why);
 * @throws CrateError ERR_USAGE for files without a new location, ERR_BASE_IRI_INVALID, with `verify` ERR_HTTP and
 * ERR_CHECKSUM, and as `openCrateDocument`
 */
export function planDetach(crate: CrateArgument, options: DetachOptions = {}): Promise<Plan> {
  return withConvertible(crate, options, async (convertible) => {
    const plan = await detachPlan(convertible, options);
    if (options.verify === true) await verifyPublished(convertible, plan, options);
    return plan;
  });
}

/** The plan for an open crate. @throws CrateError as {@link planDetach} */
export async function detachPlan(convertible: Convertible, options: DetachOptions): Promise<Plan> {
  const { document, found, files, sha256 } = convertible;
  if (options.strict === true) await document.check();
  options.onReport?.(document.report);
  const sizes = await sizesOf(files, found);
  const paths = new Set(sizes.keys());
  const ids = idsOf(document, paths);
  const places = placesOf(convertible, options);
  const locations = new NewLocations(places, options, ids, paths);
  const root = rootId(document, ids, places, locations);
  const { drafts, lost } = dataChanges({
    document,
    ids,
    locations,
    sizes,
    root,
    hasFiles: files?.container !== undefined,
  });
  if (lost.length > 0) throw withoutLocation(lost, places);
  locations.checkUsed();
  let changes = [...rootChanges(convertible, { ids, places, root }), ...drafts];
  if (options.describe === true) {
    if (files?.container === undefined) throw nothingToDescribe(found);
    changes = await describeFiles(changes, { document, ids, files, sizes, date: options.date ?? new Date() });
  }
  changes = withClashes(changes, ids, document);
  if (options.checkLinks === true) changes = await checkLinks(changes, options);
  const all = [...ids.mentioned.keys(), ...changes.flatMap(({ newId, id }) => [newId ?? id])];
  return {
    verb: 'detach',
    crate: options.name ?? found.name,
    document: sha256,
    ...(options.keepBase === true ? { base: freshBase(sha256, all) } : {}),
    name: detachedName(found, root.iri, files),
    changes: changes.map(({ path: _, ...change }) => change),
  };
}

/** The files at hand that belong to the crate, by path, with their sizes. */
async function sizesOf(files: CratePackage | undefined, { metadata }: CratePackage): Promise<Map<string, number>> {
  const sizes = new Map<string, number>();
  const own = new Set<string>([metadata.name, ...METADATA_FILE_NAMES]);
  if (files !== undefined)
    for await (const { path, size } of files.files(() => undefined)) if (!own.has(path)) sizes.set(path, size);
  return sizes;
}

/**
 * States which new identifiers occur already: an address may be in the crate before the crate is there.
 * @throws CrateError ERR_USAGE if two identifiers of the crate become one, as `#a` and
 * `ro-crate-metadata.json#a` on the web
 */
function withClashes(drafts: readonly Draft[], { mentioned, local }: CrateIds, document: CrateDocument): Draft[] {
  const owners = new Map<string, string>();
  const moved = new Set(drafts.flatMap(({ id, newId }) => (newId === undefined ? [] : [document.resolveId(id)])));
  const localOf = (id: string) => local.get(document.resolveId(id));
  return drafts.map((draft) => {
    const iri = draft.newId ?? (draft.action === 'add' ? draft.id : undefined);
    if (iri === undefined) return draft;
    const owner = (moved.has(iri) ? undefined : mentioned.get(iri)) ?? owners.get(iri);
    const one = localOf(draft.id);
    const other = owner === undefined ? undefined : localOf(owner);
    const isSameFile = one?.path !== undefined && one.path === other?.path;
    if (one !== undefined && other !== undefined && one !== other && !isSameFile)
      throw sameAddress(other.id, one.id, iri);
    owners.set(iri, draft.id);
    return withRisk(draft, owner === undefined || owner === draft.id ? undefined : `${owner} has this identifier too`);
  });
}

function sameAddress(one: string, other: string, address: string): CrateError {
  return new CrateError(
    'ERR_USAGE',
    `${JSON.stringify(one)} and ${JSON.stringify(other)} would become one entity, ${address}`,
    {
      hint: 'give one of them an identifier of its own with --map',
      details: { old: other, new: address },
    },
  );
}

function withoutLocation(lost: readonly string[], { published, filesUrl }: Places): CrateError {
  const isOutside = published !== undefined || filesUrl !== undefined;
  const files = lost.length === 1 ? 'a file' : `${lost.length} files`;
  return new CrateError('ERR_USAGE', `nothing says where ${files} will be: ${someOf(lost)}`, {
    hint: isOutside
      ? 'it is not below the crate root, so only --map can give its address'
      : 'in a Detached Package every file has an absolute address: give --published, --files or --map',
    details: { files: lost },
  });
}

function nothingToDescribe({ name }: CratePackage): CrateError {
  return new CrateError('ERR_UNSUPPORTED', `the files of ${name} are not at hand, so nothing can describe them`, {
    hint: 'give the crate folder or archive, or leave --describe out',
  });
}

/** The most that a file name may begin with, in characters: file systems allow 255 bytes for the whole name. */
const LONGEST = 50;

/**
 * The file name of a Detached Package, `<prefix>-ro-crate-metadata.json`: that of the document if it has such a name,
 * else with the name of the folder or archive, else with the last part of the root.
 * @param root IRI of the root in the new document @param files the package with the data files
 */
function detachedName(
  { metadata }: Pick<CratePackage, 'metadata'>,
  root: string,
  files: CratePackage | undefined,
): string {
  if (isPrefixedDescriptorId(metadata.name)) return metadata.name;
  const { source, container, bag } = files ?? { source: '', container: undefined, bag: undefined };
  const place = container === undefined ? [] : source.split(/[\\/]/).filter((part) => !isMetadataFileName(part));
  if (bag !== undefined && place.at(-1) === 'data') place.pop();
  const last = place.at(-1) ?? '';
  const inPlace = last.slice(0, last.length - (archiveExtension(last)?.length ?? 0));
  const inRoot = root.replace(/[?#].*$/s, '').split(/[/:]/);
  const isNamed = /^https?:/i.test(root);
  const candidates = [inPlace, ...(isNamed ? inRoot.slice(1).reverse() : [])];
  const prefix = candidates.map(safePrefix).find((one) => one !== '') ?? 'detached';
  return `${prefix}-${METADATA_FILE_NAME}`;
}

/** A text as the beginning of a file name that every file system allows. */
function safePrefix(text: string): string {
  const letters = [
    ...decodedName(text)
      .normalize('NFC')
      .replace(/[^\p{L}\p{M}\p{N}._-]+/gu, '-'),
  ];
  return letters
    .slice(0, LONGEST)
    .join('')
    .replace(/^[.-]+|[.-]+$/g, '');
}

function decodedName(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

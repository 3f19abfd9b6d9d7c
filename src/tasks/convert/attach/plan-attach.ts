import type { Report } from '../../../crate/read/report.js';
import { CrateError } from '../../../base/errors.js';
import type { CrateArgument } from '../../../package/open/crate-argument.js';
import { isAbsoluteIri } from '../../../base/rdf/iri.js';
import { withConvertible, type Convertible, type ConvertOptions } from '../open-convertible.js';
import { withNameRisks } from '../name-risks.js';
import type { Change, Plan } from '../plan.js';
import { credentialHosts, namedHosts, type CredentialChoice } from '../retrieve/credential-hosts.js';
import { CrateIndex } from './crate-index.js';
import { crateTree } from './crate-tree.js';
import { downloadsOf, type Download } from './distribution.js';
import { checkFork, forkChanges, type ForkOptions } from './fork.js';
import { planFiles } from './plan-files.js';
import { planFolders } from './plan-folders.js';
import { PolicyJudge, type RetrievalPolicy } from './retrieval-policy.js';
import { SafeNames } from './safe-names.js';
import { metadataNameOf, snapshotChanges } from './snapshot.js';

/** How a Detached Package becomes an Attached one, when its own download does not do. */
export type AttachMode = 'snapshot' | 'fork' | 'download';

/** How to plan {@link planAttach}. */
export interface PlanAttachOptions
  extends ConvertOptions, ForkOptions, RetrievalPolicy, Pick<CredentialChoice, 'credentials'> {
  /** Default: the download that the root names with `distribution`; without one, `snapshot`. */
  readonly mode?: AttachMode | undefined;
  /** Of a snapshot: the root becomes `./`. A fork always has that root. Default false. */
  readonly relativeRoot?: boolean | undefined;
  /** Receives the repairs and warnings of the crate. */
  readonly onReport?: ((report: Report) => void) | undefined;
  /** Receives what the plan does not say: why it has this mode, and which download it does not use. */
  readonly onNote?: ((note: string) => void) | undefined;
}

/**
 * Plans how a Detached Package becomes an Attached one (format document, section 3, B). Nothing is written, and of its
 * data nothing is retrieved.
 * @param crate as for `openCrateDocument`
 * @example
 * const plan = await planAttach('data/crates/coastal-atlas', { mode: 'download', maxSize: 1e6 });
 * for (const { step, action, id, newId, why } of plan.changes) console.log(step, action, id, newId, why);
 * @throws CrateError as `openCrateDocument`, ERR_USAGE for an Attached Package and for invalid options, ERR_ARCHIVE_ENTRY for a
 * `localPath` that leaves the crate
 */
export async function planAttach(crate: CrateArgument, options: PlanAttachOptions = {}): Promise<Plan> {
  const judge = checkedPolicy(options);
  return withConvertible(crate, options, (opened) => planOpened(opened, options, judge));
}

/** Checks the options before the crate is read. @throws CrateError ERR_USAGE */
export function checkedPolicy(options: PlanAttachOptions): PolicyJudge {
  checkFork(options);
  return new PolicyJudge(options);
}

/** As {@link planAttach}, for an open crate. */
export async function planOpened(opened: Convertible, options: PlanAttachOptions, judge: PolicyJudge): Promise<Plan> {
  const { document, found, sha256 } = opened;
  if (options.strict === true) await document.check();
  options.onReport?.(document.report);
  const index = new CrateIndex(document);
  requireDetached(opened, index);
  const download = packageDownload(opened, index);
  const mode = modeOf(options, index, download);
  const planned: Readonly<Record<string, () => Change[]>> = {
    distribution: () => [distributionChange(index, download)],
    snapshot: () => snapshotChanges(index, options.relativeRoot === true),
    fork: () => forkChanges(index, options),
    download: () => downloadChanges(index, options, judge),
  };
  const changes = planned[mode]?.();
  if (changes === undefined)
    throw new CrateError('ERR_USAGE', `there is no mode ${mode}`, { hint: 'give snapshot, fork or download' });
  const credentials = credentialHosts({ changes }, { credentials: namedHosts(options), from: found.fetchedFrom });
  const plan: Plan = {
    verb: 'attach',
    mode,
    crate: found.name,
    document: sha256,
    name: metadataNameOf(index),
    changes,
  };
  return withNameRisks(credentials === undefined ? plan : { ...plan, credentials });
}

/** @throws CrateError ERR_USAGE */
function requireDetached({ document, found }: Convertible, { root }: CrateIndex): void {
  if (isAbsoluteIri(root.id) && found.kindOf(document) === 'detached') return;
  throw new CrateError('ERR_USAGE', `${found.name} is an Attached Package: its root is ${root.id}`, {
    hint: 'an Attached Package on the web is retrieved with `crategraph fetch`; to save its files elsewhere, make it Detached first with `crategraph detach`; a Detached one without a prefix in its file name needs `--kind detached`',
    details: { root: root.iri },
  });
}

/** The downloads of the root that may be the Attached Package, the most likely one first. */
function packageDownload({ found }: Convertible, index: CrateIndex): readonly Download[] {
  const own = new Set([found.url, ...index.texts(index.descriptor.iri, 'contentUrl')]);
  return downloadsOf(index, index.root.iri).filter(({ url, kind }) => kind !== 'other' && !own.has(url));
}

function modeOf(
  { mode, onNote }: PlanAttachOptions,
  index: CrateIndex,
  [download]: readonly Download[],
): NonNullable<Plan['mode']> {
  const root = `<${index.root.id}>`;
  if (mode !== undefined) {
    const unused = 'the Attached Package is there as a download, which is not used; without a mode it is retrieved';
    if (download !== undefined) onNote?.(`${root}: ${unused}: ${download.url}`);
    return mode;
  }
  if (download !== undefined) return 'distribution';
  const others = '--fork begins a crate of your own, --download also saves its files';
  onNote?.(`${root} names no download of the whole package, so this is a snapshot (--snapshot); ${others}`);
  return 'snapshot';
}

function distributionChange({ root }: CrateIndex, [download, ...others]: readonly Download[]): Change {
  const { url, size, sha256, mediaType, kind } = download as Download;
  const unlike = kind === 'archive' ? [] : ['nothing says that the download is an archive'];
  const unused = others.length === 0 ? [] : [`not used: ${others.map((one) => one.url).join(', ')}`];
  const risk = [...unlike, ...unused].join('; ') || undefined;
  const why = 'the root names this download: it is the Attached Package';
  return { step: 'distribution', action: 'retrieve', id: root.id, url, size, sha256, mediaType, risk, why };
}

/** Steps B3 to B5: the data come along, and what comes of that is a fork. */
function downloadChanges(index: CrateIndex, options: PlanAttachOptions, judge: PolicyJudge): Change[] {
  const tree = crateTree(index);
  const names = new SafeNames();
  for (const [id, iri] of index.spellings()) {
    const kind = index.entity(iri)?.kind ?? 'contextual';
    if (kind === 'contextual' && !isAbsoluteIri(id)) names.reserve(id);
  }
  const planning = { index, tree, names, judge };
  const { changes, folders } = planFolders(planning);
  const files = planFiles(planning, folders);
  const locals = localPartChanges(index); // before the fork, whose new entities must not take their identifiers
  return [...forkChanges(index, options, 'B5'), ...locals, ...changes, ...files];
}

/**
 * What the crate calls `<address of its metadata document>#x` was `#x` before it was detached (step A5). Its document
 * comes along when the files are saved, so `#x` it is again, described or not.
 */
function localPartChanges(index: CrateIndex): Change[] {
  const { root, descriptor } = index;
  const folder = root.iri.endsWith('/') ? root.iri : `${root.iri}/`;
  const documents = [...index.texts(descriptor.iri, 'contentUrl'), folder + metadataNameOf(index)];
  const changes = new Map<string, Change>();
  for (const [id, iri] of index.spellings()) {
    const prefix = documents.find((address) => iri.startsWith(`${address}#`));
    if (prefix === undefined || changes.has(iri)) continue;
    const local = iri.slice(prefix.length);
    if (local === '#' || index.spellings().has(local)) continue;
    const why = 'a part of the metadata document, which is now in the folder';
    index.freshId(local); // nothing new may have it
    changes.set(iri, { step: 'B3', action: 'rename', id, newId: local, why });
  }
  return [...changes.values(), ...unmoved(index, folder)];
}

/** What has its identifier below the root but is no data: what is there is not saved, so its identifier has to stay. */
function* unmoved(index: CrateIndex, folder: string): Generator<Change> {
  const why = 'it is below the root but neither File nor Dataset, so nothing is saved and its identifier stays';
  for (const { id, iri, kind } of index.entities())
    if (kind === 'contextual' && iri.startsWith(folder) && !iri.includes('#'))
      yield { step: 'B3', action: 'leave', id, why };
}

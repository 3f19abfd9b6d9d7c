import { compareEntities } from '../../../crate/compare-entities.js';
import type { CrateDocument } from '../../../crate/read/crate-document.js';
import { CrateError } from '../../../base/errors.js';
import { openCrateDocument, openPackageDocument, packagesWithSignal } from '../../../package/open/open-crate.js';
import { withDefaults, withoutCredentials } from '../../../package/package-options.js';
import { comparableCrate } from '../comparable-crate.js';
import { crateEntities } from '../crate-entities.js';
import type { Convertible } from '../open-convertible.js';
import type { Plan } from '../plan.js';
import { problemsOfAddresses } from './check-links.js';
import type { DetachOptions } from './detach-options.js';
import { someOf } from './draft.js';

/**
 * Follows the new `@id` of the root as any client would, and compares the crate that is there with this one (A7). The
 * folders that the plan takes as browsable must answer.
 * @throws CrateError ERR_CHECKSUM for another crate, ERR_HTTP, ERR_USAGE for a root without an
 * address, and as `openCrateDocument`
 */
export async function verifyPublished(
  { document, found }: Convertible,
  plan: Plan,
  options: DetachOptions,
): Promise<void> {
  const newIds = new Map(plan.changes.flatMap(({ id, newId }) => (newId === undefined ? [] : [[id, newId] as const])));
  const root = rootOf(document, newIds);
  if (!/^https?:/i.test(root))
    throw new CrateError('ERR_USAGE', `--verify does not work with the root ${root}, which is not an address`, {
      hint: 'add --published, or leave --verify out',
    });
  const { contexts } = document;
  const isNamed = (options.published !== undefined && root.startsWith(options.published)) || root === found.url;
  const packages = isNamed ? packagesWithSignal(options) : withoutCredentials(packagesWithSignal(options));
  const there = await openCrateDocument(root, { contexts, packages, signal: options.signal });
  const here = await openPackageDocument(found, { ...options, contexts, base: there.base.iri });
  const before = await comparableCrate(here, here.writtenContext ?? null);
  const after = await comparableCrate(there, before.context);
  const { added, removed, changed } = compareEntities(before.entities, after.entities);
  const different = [...changed.map(({ id }) => id), ...[...removed, ...added].map((entity) => String(entity['@id']))];
  if (different.length > 0)
    throw new CrateError(
      'ERR_CHECKSUM',
      `${root} is not this crate: ${someOf(different, 5)} ${different.length === 1 ? 'differs' : 'differ'}`,
      {
        hint: 'publish this crate first, or give the address where it is published',
        details: { address: root, entities: different },
      },
    );
  await verifyFolders(document, newIds, options);
}

function rootOf(document: CrateDocument, newIds: ReadonlyMap<string, string>): string {
  for (const { kind, id, iri } of crateEntities(document)) if (kind === 'root') return newIds.get(id) ?? iri;
  return document.root.root;
}

async function verifyFolders(
  document: CrateDocument,
  newIds: ReadonlyMap<string, string>,
  options: DetachOptions,
): Promise<void> {
  const folders = new Set<string>();
  for (const { kind, id } of crateEntities(document)) {
    const address = kind === 'folder' ? newIds.get(id) : undefined;
    if (address !== undefined && /^https?:[^#]*$/i.test(address)) folders.add(address);
  }
  const { client } = withDefaults(packagesWithSignal(options));
  for (const [address, problem] of await problemsOfAddresses(folders, client, options.signal))
    throw new CrateError('ERR_HTTP', `${address}: the folder ${problem}`, {
      hint: 'let the server list its folders, or add --no-browsing',
      details: { address, reason: problem },
    });
}

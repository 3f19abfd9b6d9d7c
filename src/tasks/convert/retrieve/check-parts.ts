import { isMetadataFileName } from '../../../crate/metadata-names.js';
import { isTemporaryName } from '../../../base/disk/temporary-path.js';
import { CrateError } from '../../../base/errors.js';
import { EntryGuard, looseKey } from '../../../package/container/entry-names.js';
import { pathOfId } from '../../../package/file-ids.js';
import type { Change, Plan } from '../plan.js';

/** A change that makes a file or folder. */
export interface Part {
  readonly change: Change;
  /** Path relative to the crate root, a folder with a final `/`. */
  readonly path: string;
}

/**
 * Finds the changes that make files and folders. Checks all their paths before anything is requested: they are inside
 * the crate, differ also where case and Unicode normalisation do not count, and none is that of the metadata document.
 * @throws CrateError ERR_PLAN_INVALID that names the change
 */
export function partsOf({ changes, name }: Pick<Plan, 'changes' | 'name'>): Part[] {
  const guard = new EntryGuard('the plan');
  const taken = new Map<string, string>();
  const parts: Part[] = [];
  for (const change of changes) {
    if (!['retrieve', 'unpack', 'folder'].includes(change.action) || change.step === 'distribution') continue;
    const path = pathOf(change);
    const refuse = (problem: string) => refusal(change, problem);
    if (change.action !== 'folder' && change.url === undefined) throw refuse('has no url to retrieve it from');
    if (path === '' || path === '/') throw refuse('has no path of its own: it is the root of the crate');
    const key = looseKey(path).replace(/\/$/, '');
    if (key === looseKey(name) || (!key.includes('/') && isMetadataFileName(key)))
      throw refuse('has the name of a metadata document');
    if (path.split('/').some(isTemporaryName)) throw refuse('has the name of a temporary file');
    const earlier = taken.get(key);
    if (earlier !== undefined) throw refuse(`has the same path as ${earlier}`);
    taken.set(key, change.id);
    checkEntry(guard, change, path);
    parts.push({ change, path });
  }
  return parts;
}

/**
 * Spellings of a path that others may read as another path: absolute, with `..` or `//`, with an encoded
 * separator, a query or a fragment.
 */
const ODD = /[?#]|^[/\\]|\\|%2f|%5c|\/\/|(?:^|\/)(?:\.|%2e){2}(?:\/|$)|.(?:\/)(?:\.|%2e)(?:\/|$)/i;

/** The path of a change, decoded once. */
function pathOf(change: Change): string {
  const { newId, action } = change;
  if (newId === undefined) throw refusal(change, 'has no newId, so it has no place');
  const path = pathOfId(newId);
  if (path === undefined || ODD.test(newId))
    throw refusal(change, `leaves the crate: ${newId} is not a path relative to its root`);
  if (action === 'retrieve' && path.endsWith('/')) throw refusal(change, `is a file, but ${newId} is a folder`);
  return action === 'retrieve' || path === '' || path.endsWith('/') ? path : `${path}/`;
}

function checkEntry(guard: EntryGuard, change: Change, path: string): void {
  try {
    guard.check({ path, type: path.endsWith('/') ? 'folder' : 'file' });
  } catch (error) {
    if (!(error instanceof CrateError)) throw error;
    throw refusal(change, String(error.details['problem']), error);
  }
}

function refusal({ id, newId, action }: Change, problem: string, cause?: unknown): CrateError {
  const what = newId === undefined || newId === id ? id : `${id} (new @id ${newId})`;
  return new CrateError('ERR_PLAN_INVALID', `the plan: ${what} ${problem}`, {
    hint: 'correct the newId of this change, or make a new plan with --dry-run --json',
    details: { id, action, ...(newId === undefined ? {} : { newId }) },
    cause,
  });
}

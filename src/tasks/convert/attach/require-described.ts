import type { JsonObject, JsonValue } from '../../../crate/json/value.js';
import type { CrateDocument } from '../../../crate/read/crate-document.js';
import { CrateError } from '../../../base/errors.js';
import { openPackageDocument } from '../../../package/open/open-crate.js';
import type { CratePackage } from '../../../package/crate-package.js';
import { comparableCrate } from '../comparable-crate.js';

/** What a conversion changes, so that two documents of one crate may differ in it. */
const CONVERTED: ReadonlySet<string> = new Set(['@id', '@type', 'identifier', 'sdDatePublished']);

/**
 * Requires that a downloaded package is the crate of a document: what both say of their root in text and numbers is the
 * same. Identifiers and what only one of them has may differ, as a conversion changes them.
 * @param address of the download
 * @throws CrateError ERR_CHECKSUM for another crate, or another version of it; as `openCrateDocument`
 */
export async function requireDescribed(
  document: CrateDocument,
  download: CratePackage,
  { address, signal }: { readonly address: string; readonly signal?: AbortSignal | undefined },
): Promise<void> {
  const there = await openPackageDocument(download, { contexts: document.contexts, signal });
  const context = document.writtenContext ?? null;
  const here = await rootOf(document, context);
  const other = await rootOf(there, context);
  const different = Object.keys(here).filter((key) => !CONVERTED.has(key) && contradict(here[key], other[key]));
  if (different.length === 0) return;
  throw new CrateError(
    'ERR_CHECKSUM',
    `${address} is not this crate: its root has another ${different.join(', ')} (${told(other[different[0] ?? ''])})`,
    {
      hint: 'choose another way to attach the crate: --snapshot, --fork or --download',
      details: { address, properties: different },
    },
  );
}

async function rootOf(document: CrateDocument, context: JsonValue): Promise<JsonObject> {
  const { root } = document.root;
  const { entities } = await comparableCrate(document, context);
  return entities.get(root === document.base.root ? './' : root) ?? entities.get('./') ?? {};
}

/** Whether both have text or numbers, and none in common. */
function contradict(one: JsonValue | undefined, other: JsonValue | undefined): boolean {
  const ours = literals(one);
  const theirs = literals(other);
  return ours.length > 0 && theirs.length > 0 && !ours.some((literal) => theirs.includes(literal));
}

function literals(value: JsonValue | undefined): string[] {
  return [value ?? []].flat().flatMap((one) => {
    const literal = typeof one === 'object' && one !== null && !Array.isArray(one) ? one['@value'] : one;
    return typeof literal === 'string' || typeof literal === 'number' ? [String(literal)] : [];
  });
}

function told(value: JsonValue | undefined): string {
  const [first = ''] = literals(value);
  return JSON.stringify(first.length > 60 ? `${first.slice(0, 59)}…` : first);
}

import { CrateError } from '../../../base/errors.js';
import type { CrateDocument } from '../../../crate/read/crate-document.js';
import type { Finding } from '../finding.js';
import { RULES } from '../rules.js';
import type { Fix } from './fix.js';
import { fixDocument } from './fix-document.js';

const REPAIRED: ReadonlySet<string> = new Set(RULES.filter(({ fix }) => fix !== undefined).map(({ id }) => id));

/**
 * Marks the findings that a repair ends: those that it names when it is tried, because some have no one right answer.
 */
export async function markFixable(findings: readonly Finding[], document: CrateDocument): Promise<Finding[]> {
  if (!findings.some(({ rule }) => REPAIRED.has(rule))) return [...findings];
  const fixed = new Set((await triedFixes(document)).flatMap(namesOf));
  return findings.map((finding) =>
    namesOf(finding).some((name) => fixed.has(name)) ? { ...finding, fixable: true as const } : finding,
  );
}

async function triedFixes(document: CrateDocument): Promise<readonly Fix[]> {
  try {
    return (await fixDocument(document)).fixes;
  } catch (error) {
    if (error instanceof CrateError) return []; // a text that cannot be repaired: --fix says why
    throw error;
  }
}

/** What a fix and its finding have in common: the rule, and the place or the entity. */
function namesOf({ rule, entity, pointer }: Pick<Finding, 'rule' | 'entity' | 'pointer'>): string[] {
  return [entity === undefined ? undefined : `${rule} @id ${entity}`, pointer && `${rule} ${pointer}`].filter(
    (name) => name !== undefined,
  );
}

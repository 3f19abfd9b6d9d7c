import type { Finding } from './finding.js';
import { EVERY_RULE } from './every-rule.js';
import type { Severity } from './rule.js';

/** The severities, worst first. */
export const SEVERITIES: readonly Severity[] = ['error', 'warning', 'note'];

/** What rules are about, by the first word of their names: first what keeps others from reading and using a crate. */
const SUBJECTS: readonly RegExp[] = [
  /^(?:document|context|package|base|descriptor|root|key)-/,
  /^(?:id|entity|reference|file|folder|type|property|value|content|profile|shape)\b/,
];

const placeOf = new Map(EVERY_RULE.map(({ id }, index) => [id, index]));

/**
 * The findings of each rule, most important first: by severity, then by {@link SUBJECTS}, then
 * as in the table of rules.
 */
export function byImportance(findings: readonly Finding[]): [rule: string, findings: Finding[]][] {
  const groups = new Map<string, Finding[]>();
  for (const finding of findings) {
    const key = `${finding.severity} ${finding.rule}`; // shapes have their own severities
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [finding]);
    else group.push(finding);
  }
  const ranked = [...groups.values()].map((group) => ({ group, rank: rankOf(group[0] as Finding) }));
  ranked.sort((a, b) => a.rank.map((one, index) => one - (b.rank[index] ?? 0)).find((order) => order !== 0) ?? 0);
  return ranked.map(({ group }) => [group[0]?.rule ?? '', group]);
}

function rankOf({ rule, severity }: Finding): number[] {
  const subject = SUBJECTS.findIndex((subjects) => subjects.test(rule));
  return [SEVERITIES.indexOf(severity), subject < 0 ? SUBJECTS.length : subject, placeOf.get(rule) ?? 0];
}

import type { NamedResult } from '../check/check-crates.js';
import type { Finding } from '../check/check-document.js';
import { FATAL_RULES } from '../check/fatal-rules.js';
import type { Severity } from '../check/rule.js';
import { RULES } from '../check/rules.js';
import { sentenceOf } from '../check/sarif-log.js';
import { styleOn } from './colours.js';
import { countOf } from './count-of.js';
import { writeOutput, type Io } from './io.js';
import { printable } from './printable.js';

/** The severities, worst first. */
export const SEVERITIES: readonly Severity[] = ['error', 'warning', 'note'];

/** So many findings of one rule are shown unless all are wanted. */
const SHOWN = 5;
const COLOURS = { error: 'red', warning: 'yellow', note: 'cyan' } as const;

/**
 * Prints the findings of a crate to stdout, for people: worst first, grouped by rule, in colours on a terminal.
 * @param all every finding, not only the first of each rule
 */
export async function printFindings(io: Io, result: NamedResult, all: boolean): Promise<void> {
  const style = styleOn(io.stdout, io);
  const { crate, version, kind, files, complete, findings } = result;
  const unseen = complete && kind === 'attached' && !files ? 'files not compared' : undefined;
  const facts = [version === undefined ? undefined : `RO-Crate ${version}`, kind, unseen].filter(
    (one) => one !== undefined,
  );
  let text = `${style('bold', crate)}${facts.length === 0 ? '' : ` (${facts.join(', ')})`}: ${countsInWords(countsOf(findings))}\n`;
  for (const [rule, some] of byRule(findings)) {
    const { severity } = some[0] as Finding;
    text += `  ${style(COLOURS[severity], severity)} ${style('bold', rule)}${style('dim', meaningOf(rule))}\n`;
    for (const finding of all ? some : some.slice(0, SHOWN)) {
      const place = finding.line === undefined ? '' : `${finding.line}:${finding.column ?? 1}  `;
      text += `    ${style('dim', place)}${printable(sentenceOf(finding))}\n`;
      if (finding.hint !== undefined) text += `      hint: ${printable(finding.hint)}\n`;
    }
    if (!all && some.length > SHOWN)
      text += `    ${style('dim', `and ${some.length - SHOWN} more (--all shows them)`)}\n`;
  }
  await writeOutput(io, undefined, [text]);
}

/** How many findings of each severity there are. */
export type SeverityCounts = Record<Severity, number>;

/** Counts findings by severity. */
export function countsOf(findings: readonly Finding[]): SeverityCounts {
  const counts = { error: 0, warning: 0, note: 0 };
  for (const { severity } of findings) counts[severity] += 1;
  return counts;
}

/** Adds the counts of one more crate. */
export function addCounts(counts: SeverityCounts, more: SeverityCounts): void {
  for (const severity of SEVERITIES) counts[severity] += more[severity];
}

/** Counts in words: `2 errors, 1 warning`. */
export function countsInWords(counts: SeverityCounts): string {
  const some = SEVERITIES.filter((one) => counts[one] > 0).map((one) => countOf(counts[one], one));
  return some.join(', ') || 'nothing found';
}

/** The findings of each rule, worst rules first. */
function byRule(findings: readonly Finding[]): [rule: string, findings: Finding[]][] {
  const groups = new Map<string, Finding[]>();
  for (const finding of findings) {
    const group = groups.get(finding.rule);
    if (group === undefined) groups.set(finding.rule, [finding]);
    else group.push(finding);
  }
  const rank = ([, [first]]: readonly [string, readonly Finding[]]) => SEVERITIES.indexOf(first?.severity ?? 'note');
  return [...groups].sort((a, b) => rank(a) - rank(b));
}

function meaningOf(rule: string): string {
  const sentence = [...FATAL_RULES, ...RULES].find(({ id }) => id === rule)?.sentence;
  return sentence === undefined ? '' : `  ${sentence}`;
}

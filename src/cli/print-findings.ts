import type { Finding } from '../tasks/check/finding.js';
import { sentenceOfRule } from '../tasks/check/every-rule.js';
import { sentenceOf } from '../tasks/check/fingerprint.js';
import { byImportance, SEVERITIES } from '../tasks/check/importance.js';
import type { Severity } from '../tasks/check/rule.js';
import { RULES } from '../tasks/check/rules.js';
import type { CheckedResult } from './checked-crates.js';
import { styleOn } from './colours.js';
import { countOf } from './count-of.js';
import type { Io } from './io.js';
import { printable } from './printable.js';

/** So many findings of one rule are shown unless all are wanted. */
const SHOWN = 5;
const COLOURS = { error: 'red', warning: 'yellow', note: 'cyan' } as const;

/**
 * The findings of a crate for people: most important first, grouped by rule, in colours on a terminal. Of a rule that
 * is broken in many places the report has the sum and some examples.
 * @param all every finding, not only examples
 */
export function findingsText(io: Io, result: CheckedResult, all: boolean): string {
  const style = styleOn(io.stdout, io);
  const { crate, version, kind, files, complete, findings, known = 0, looked } = result;
  const facts = [
    version === undefined ? undefined : `RO-Crate ${version}`,
    kind,
    complete && kind === 'attached' && !files ? 'files not compared' : undefined,
    known === 0 ? undefined : `${known} more in the baseline`,
  ].filter((one) => one !== undefined);
  let text = `${style('bold', crate)}${facts.length === 0 ? '' : ` (${facts.join(', ')})`}: ${countsInWords(countsOf(findings))}\n`;
  for (const [rule, some] of byImportance(findings)) {
    const first = some[0] as Finding;
    const { severity } = first;
    const fixable = some.filter((one) => one.fixable).length;
    const fix = fixable === 0 ? '' : `  (--fix repairs ${fixable === some.length ? 'it' : `${fixable} of them`})`;
    const sentence = sentenceOfRule(first);
    text += `  ${style(COLOURS[severity], severity)} ${style('bold', rule)}${style('dim', `${sentence === undefined ? '' : `  ${sentence}`}${fix}`)}\n`;
    const isSummed = !all && some.length > SHOWN;
    if (isSummed) text += `    ${sumOf(rule, some, looked[rule])}\n`;
    for (const finding of isSummed ? some.slice(0, SHOWN) : some) {
      const place = finding.line === undefined ? '' : `${finding.line}:${finding.column ?? 1}  `;
      text += `    ${style('dim', place)}${printable(sentenceOf(finding))}\n`;
      if (finding.hint !== undefined) text += `      hint: ${printable(finding.hint)}\n`;
    }
    if (isSummed) text += `    ${style('dim', `and ${numberOf(some.length - SHOWN)} more (--all shows them)`)}\n`;
  }
  return text;
}

/** Many findings of a rule in one line: `4,092 of 5,034 files have no description:`. */
function sumOf(rule: string, findings: readonly Finding[], looked: number | undefined): string {
  const entities = new Set(findings.map(({ entity, pointer }) => entity ?? pointer)).size;
  const messages = new Set(findings.map(({ message }) => message));
  const [message = ''] = messages;
  const said = messages.size === 1 && looked !== undefined ? ` ${inPlural(message)}` : '';
  const of =
    looked === undefined
      ? `${numberOf(findings.length)} places`
      : `${numberOf(entities)} of ${numberOf(looked)} ${nounOf(rule)}`;
  return `${of}${printable(said)}:`;
}

function inPlural(message: string): string {
  const plurals: Readonly<Record<string, string>> = { has: 'have', is: 'are', does: 'do', was: 'were' };
  return message.replace(/^\w+/, (verb) => plurals[verb] ?? verb);
}

const NOUNS = {
  descriptor: 'descriptors',
  root: 'roots',
  entity: 'entities',
  data: 'files and folders',
  file: 'files',
  folder: 'folders',
  contextual: 'contextual entities',
  crate: 'places',
} as const;

function nounOf(rule: string): string {
  const on = RULES.find(({ id }) => id === rule)?.on ?? 'crate';
  return typeof on === 'object' ? `entities of type ${on.type.replace(/^.*[#/:]/, '')}` : NOUNS[on];
}

function numberOf(count: number): string {
  return count.toLocaleString('en');
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

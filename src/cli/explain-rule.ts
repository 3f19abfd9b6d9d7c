import { describeRule, explanationOf } from '../tasks/check/explain.js';
import { EVERY_RULE } from '../tasks/check/every-rule.js';
import { printLines, writeJson, type Io } from './io.js';
import type { JsonOption } from './options.js';
import { printTable } from './table.js';

/** Prints the table of all rules. */
export async function listRules(io: Io, { json }: JsonOption): Promise<void> {
  const all = EVERY_RULE.map(describeRule);
  if (json === true) {
    await writeJson(io, all);
    return;
  }
  const rows = all.map(({ rule, severity, fix, sentence }) => [
    rule,
    severity,
    fix === undefined ? '' : 'yes',
    sentence,
  ]);
  await printTable(io, { header: ['rule', 'severity', 'fix', 'what is right'], rows }, {});
}

/**
 * Prints what a rule asks for.
 * @throws CrateError ERR_USAGE for a rule that there is not, with the nearest names
 */
export async function explainRule(io: Io, id: string, { json }: JsonOption): Promise<void> {
  const explained = await explanationOf(id);
  if (json === true) {
    await writeJson(io, [explained]);
    return;
  }
  const { rule, severity, mustSince, sentence, source, help, fix, example } = explained;
  const since = mustSince === undefined ? '' : ` since RO-Crate ${mustSince}, before it a warning`;
  const lines = [`${rule} (${severity}${since})`, sentence, '', `source: ${source}`];
  if (help !== undefined) lines.push(help);
  lines.push(`--fix: ${fix ?? 'does not repair it: there is no one right answer'}`);
  const breaks = jsonText(example?.breaks);
  const keeps = jsonText(example?.keeps);
  if (example !== undefined) lines.push('', `Not so (${example.message})${breaks === '' ? '' : ':'}`);
  const parts = keeps === '' ? [breaks] : [breaks, '', 'But so:', keeps];
  for (const part of parts) for (const line of part.split('\n')) lines.push(line);
  await printLines(
    io,
    lines.filter((line, index) => line !== '' || (lines[index + 1] ?? '') !== ''),
  );
}

function jsonText(value: object | undefined): string {
  return value === undefined ? '' : JSON.stringify(value, null, 2).replace(/^/gm, '  ');
}

import { readFile, writeFile } from 'node:fs/promises';
import { format, resolveConfig } from 'prettier';
import { FATAL_RULES } from '../../../src/tasks/check/fatal-rules.js';
import { RULES } from '../../../src/tasks/check/rules.js';
import { RULE_CASES } from './cases.js';
import { FORMAT_SENTENCES } from './sentences/format.js';
import { SPEC_SENTENCES } from './sentences/spec-sentences.js';

const UPDATED = 'This page is generated: `UPDATE_DOCS=1 npm test -- test/tasks/check` writes it.';

/** The page of all rules. */
function rulesPage(): string {
  const fatal = FATAL_RULES.map((rule) => ({ ...rule, fix: undefined, mustSince: undefined }));
  const rules = [...fatal, ...RULES].map(({ id, severity: most, mustSince, sentence, source, fix = '' }) => {
    const severity = mustSince === undefined ? most : `${most} since ${mustSince}, before it warning`;
    const cases = RULE_CASES.filter(({ rule }) => rule === id).map(({ name }) => name);
    return row(`\`${id}\``, severity, sentence, source, fix, cases.join('; '));
  });
  const sentences = FORMAT_SENTENCES.map(({ place, word, says, rules: ids, reason = '' }) =>
    row(place, word, says, rulesOr(reason, ids)),
  );
  return `# Rules of \`check\`

${UPDATED}

${row('rule', 'severity', 'what is right', 'source', '`--fix`', 'cases, each with a crate that breaks the rule and one that keeps it')}
${row('---', '---', '---', '---', '---', '---')}
${rules.join('\n')}

## Sentences of the format

Each MUST, SHOULD and RECOMMENDED of the format document, in our words.

${row('place', 'word', 'sentence', 'rules')}
${row('---', '---', '---', '---')}
${sentences.join('\n')}
`;
}

/** The page of the specifications. */
function specificationsPage(): string {
  const rows = SPEC_SENTENCES.map(({ pages, section, word, says, rules, reason = '' }) =>
    row(pages.join(', '), section, word, says, rulesOr(reason, rules)),
  );
  return `# Sentences of the specifications

${UPDATED}

Each MUST and SHOULD of RO-Crate 1.0 to 1.3 and of the profiles that rules know, in our words, with the rules that check it.

${row('page', 'section', 'word', 'sentence', 'rules')}
${row('---', '---', '---', '---', '---')}
${rows.join('\n')}
`;
}

function rulesOr(reason: string, rules: readonly string[] | undefined): string {
  return rules === undefined ? `none: ${reason}` : rules.map((id) => `\`${id}\``).join(', ');
}

function row(...cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}

it.each([
  ['src/tasks/check/RULES.md', rulesPage],
  ['src/tasks/check/SPECIFICATIONS.md', specificationsPage],
])('%s is up to date', async (file, page) => {
  const text = await format(page(), { ...(await resolveConfig(file)), parser: 'markdown' });
  if (process.env['UPDATE_DOCS'] === '1') await writeFile(file, text);
  expect(await readFile(file, 'utf8')).toBe(text);
});

import { readFile, writeFile } from 'node:fs/promises';
import { format, resolveConfig } from 'prettier';
import { FATAL_RULES } from '../../src/check/fatal-rules.js';
import { RULES } from '../../src/check/rules.js';
import { RULE_CASES } from './cases.js';
import { FORMAT_SENTENCES } from './format-sentences.js';

const PAGE = 'src/check/RULES.md';

/** The page of all rules. `UPDATE_DOCS=1 npm test -- test/check` rewrites it. */
async function page(): Promise<string> {
  const fatal = FATAL_RULES.map((rule) => ({ ...rule, fix: undefined }));
  const rules = [...fatal, ...RULES].map(({ id, severity, sentence, source, fix = '' }) => {
    const cases = RULE_CASES.filter(({ rule }) => rule === id).map(({ name }) => name);
    return row(`\`${id}\``, severity, sentence, source, fix, cases.join('; '));
  });
  const sentences = FORMAT_SENTENCES.map(({ place, word, says, rules: ids, reason = '' }) =>
    row(place, word, says, ids === undefined ? `none: ${reason}` : ids.map((id) => `\`${id}\``).join(', ')),
  );
  const text = `# Rules of \`check\`

This page is generated: \`UPDATE_DOCS=1 npm test -- test/check\` writes it.

${row('rule', 'severity', 'what is right', 'source', '`--fix`', 'cases, each with a crate that breaks the rule and one that keeps it')}
${row('---', '---', '---', '---', '---', '---')}
${rules.join('\n')}

## Sentences of the format

Each MUST, SHOULD and RECOMMENDED of the format document, in our words.

${row('place', 'word', 'sentence', 'rules')}
${row('---', '---', '---', '---')}
${sentences.join('\n')}
`;
  return format(text, { ...(await resolveConfig(PAGE)), parser: 'markdown' });
}

function row(...cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}

it('the page of rules is up to date', async () => {
  const text = await page();
  if (process.env['UPDATE_DOCS'] === '1') await writeFile(PAGE, text);
  expect(await readFile(PAGE, 'utf8')).toBe(text);
});

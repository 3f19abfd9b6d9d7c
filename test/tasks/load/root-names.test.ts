import { RootNames } from '../../../src/tasks/load/root-names.js';

const ROOT = 'http://example.org/crate/';

function namesIn(root: string, ...lines: string[]): string[] {
  const names = new RootNames(root);
  names.read(Buffer.from(lines.map((line) => `${line} <urn:g> .\n`).join('')));
  return names.found;
}

test('the names of the root are found in the order of the lines, with either scheme of schema.org', () => {
  expect(
    namesIn(
      ROOT,
      `<${ROOT}> <https://schema.org/name> "one"`,
      `<${ROOT}> <http://schema.org/description> "no name"`,
      `<${ROOT}> <http://schema.org/name> "zwei"@de`,
      `<${ROOT}#else> <http://schema.org/name> "of another"`,
      `<${ROOT}> <http://schema.org/name> <urn:no-literal>`,
      `<${ROOT}> <http://schema.org/name> "07"^^<http://www.w3.org/2001/XMLSchema#integer>`,
      `<${ROOT}> <https://schema.org/name> "q \\" b \\\\ n \\n u \\u00e9"`,
    ),
  ).toEqual(['one', 'zwei', '7', 'q " b \\ n \n u é']);
});

test('a line counts by its start, not by the text of its literal', () => {
  const quoted = `<${ROOT}> <http://schema.org/name> `;
  expect(namesIn(ROOT, `<urn:s> <urn:p> "${quoted}"`, `<urn:x>${quoted}"x"`, `${quoted}"${quoted}"`)).toEqual([quoted]);
  expect(namesIn('_:b', '_:b <http://schema.org/name> "blank"', '_:bb <http://schema.org/name> "x"')).toEqual([
    'blank',
  ]);
});

test('chunks are read one after the other', () => {
  const names = new RootNames(ROOT);
  for (const name of ['a', 'b']) names.read(Buffer.from(`<${ROOT}> <http://schema.org/name> "${name}" <urn:g> .\n`));
  expect(names.found).toEqual(['a', 'b']);
});

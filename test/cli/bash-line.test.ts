import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { insertedByBash, readBashLine } from '../../src/cli/bash-line.js';
import { describeWhere, isInstalled } from '../helpers/describe-where.js';
import { tries } from '../helpers/seed.js';

describe('a line of bash', () => {
  it.each<[string, readonly string[], string, string]>([
    // line, its words, the last one as typed, the open quote
    ['', [''], '', ''],
    ['a ', ['a', ''], '', ''],
    ['a  b', ['a', 'b'], 'b', ''],
    ['a "b c', ['a', 'b c'], '"b c', '"'],
    ['a \'b "c', ['a', 'b "c'], '\'b "c', "'"],
    ['a b\\ c', ['a', 'b c'], 'b\\ c', ''],
    ['a "b\\"\\n', ['a', 'b"\\n'], '"b\\"\\n', '"'],
    ['a "" b', ['a', '', 'b'], 'b', ''],
    ['a b"c d"e', ['a', 'bc de'], 'b"c d"e', ''],
    ['a $x `y', ['a', '$x', '`y'], '`y', ''],
    ['a b\\', ['a', 'b'], 'b\\', ''],
  ])('%j', (line, words, typed, quote) => {
    expect(readBashLine(line)).toEqual({ words, typed, quote });
  });

  it('gets only the end of a word, from where bash replaces it', () => {
    const inserted = (line: string, replaced: string, word: string) =>
      insertedByBash(readBashLine(line), replaced, word);
    expect(inserted('x https://ex', '//ex', 'https://example.org/')).toBe('//example.org/ ');
    expect(inserted('x https://ex', 'https://ex', 'https://example.org/')).toBe('https://example.org/ ');
    expect(inserted('x "a b', 'a b', 'a b "c"')).toBe('a b \\"c\\""');
    expect(inserted("x 'a b", 'a b', 'a b $c')).toBe("a b $c'");
    expect(inserted("x 'a", 'a', "a'b")).toBeUndefined();
    expect(inserted('x "a', 'a', 'a!b')).toBeUndefined();
    expect(inserted('x --to=n', 'n', '--to=nquads')).toBe('nquads ');
    expect(inserted('x "a"b:c', 'c', 'ab:cd')).toBeUndefined(); // what was typed is written in another way
  });
});

describeWhere(isInstalled('bash', '-c', 'true'), 'in bash itself', 'bash is not installed', () => {
  const word = fc.string({
    unit: fc.constantFrom(...'ab \'"\\$`!*?[]{}()~#&;|<>:=,/-é水😀'),
    minLength: 1,
    maxLength: 8,
  });

  it('a word that is inserted is one argument, whatever it says', () => {
    fc.assert(
      fc.property(fc.array(word, { minLength: 20, maxLength: 40 }), fc.constantFrom('', '"', "'"), (words, quote) => {
        const insertable = words.flatMap((one) => {
          const text = insertedByBash(readBashLine(`x ${quote}`), '', one);
          return text === undefined ? [] : [[one, quote + text] as const];
        });
        const line = insertable.map(([, text]) => text).join(' ');
        const printed = execFileSync('bash', ['-c', `printf '%s\\n' ${line}`]).toString();
        expect(printed.split('\n').slice(0, -1)).toEqual(insertable.map(([one]) => one));
        expect(readBashLine(`x ${line} `).words.filter((one) => one !== '').slice(1)).toEqual(insertable.map(([one]) => one)); // prettier-ignore
      }),
      tries(60),
    );
  });
});

import fc from 'fast-check';
import { foldWord } from '../../../src/store/text/text-words.js';
import { markWords } from '../../../src/store/text/mark-words.js';
import { searchWords } from '../../../src/store/text/search-words.js';
import { searchableText } from '../../../src/store/text/text-of-term.js';
import { wordsOf } from '../../../src/store/text/text-words.js';
import { tries } from '../../helpers/seed.js';

const words = (text: string) => [...wordsOf(text)].map(({ word }) => word);

test.each([
  ['Ümläut', 'umlaut'],
  ['STRASSE', foldWord('Straße')],
  ['ΟΔΟΣ', foldWord('οδος')],
  ['İstanbul', 'istanbul'],
  ['ﬁle', 'file'],
  ['Ａ１', 'a1'],
  ['e\u0301te\u0301', 'ete'],
  ['שָׁלוֹם', 'שלום'],
])('%s and its like are one word', (word, folded) => expect(foldWord(word)).toBe(foldWord(folded)));

test('words of kana and of Hindi keep their signs', () => {
  expect(foldWord('が')).not.toBe(foldWord('か'));
  expect(foldWord('कि')).not.toBe(foldWord('क'));
});

test('words end where no letter or digit is; dense scripts are cut into pairs', () => {
  expect(words("Rain-fall_2024, don't (v1.2)")).toEqual(['rain', 'fall', '2024', 'don', 't', 'v1', '2']);
  expect(words('气候数据 of 2024年')).toEqual(['气候', '候数', '数据', '据', 'of', '2024', '年']);
  expect(words('ข้อมูล').length).toBeGreaterThan(1);
  expect(words('Привет мир')).toEqual(['привет', 'мир']);
});

test('what somebody types is understood, and never a mistake of syntax', () => {
  expect(searchWords('rain* "river Gauge" -draft')).toEqual([
    { words: [{ word: 'rain', at: 0, isPrefix: true }], isExcluded: false },
    { words: [{ word: 'river', at: 0, isPrefix: false }, { word: 'gauge', at: 1, isPrefix: false }], isExcluded: false }, // prettier-ignore
    { words: [{ word: 'draft', at: 0, isPrefix: false }], isExcluded: true },
  ]);
  expect(searchWords('气候')).toEqual([{ words: [{ word: '气候', at: 0, isPrefix: false }], isExcluded: false }]);
  expect(searchWords('气')).toEqual([{ words: [{ word: '气', at: 0, isPrefix: true }], isExcluded: false }]);
  for (const nothing of ['', ' ', '""', '-', '*', '-draft', '?!'])
    expect(() => searchWords(nothing)).toThrow(expect.objectContaining({ code: 'ERR_USAGE' }));
  expect(() => searchWords('a '.repeat(65))).toThrow(/at most 64 words/);
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => expect(searchWords(`${text} word`.slice(-60)).length).toBeGreaterThan(0)), // prettier-ignore
    tries(200),
  );
});

test('the text of a term is that of a literal, or the end of an IRI', () => {
  expect(searchableText('"a \\"b\\"\\n\\u00e9"@en')).toBe('a "b"\né');
  expect(searchableText('<https://example.org/data/my%20file.csv>')).toBe('my file.csv');
  expect(searchableText('<https://example.org/data/>')).toBe('data');
  expect(searchableText('<https://example.org/x%FF>')).toBe('x%FF');
  expect(searchableText('<https://example.org/ro-crate-metadata.json>')).toBe('');
  expect(searchableText('_:b0')).toBe('');
});

describe('a snippet', () => {
  const marked = (text: string, wanted: string) =>
    markWords(text, wanted).map(({ text: part, isMatch }) => (isMatch ? `[${part}]` : part)).join(''); // prettier-ignore

  it('shows the words in their place', () => {
    expect(marked('The Rainfall\n of a  river', 'river rain*')).toBe('The [Rainfall] of a [river]');
    expect(marked('中国气候数据', '气候数')).toBe('中国[气候数]据');
    expect(marked(`${'long '.repeat(50)}river ${'bank '.repeat(50)}`, 'river')).toMatch(
      /^…(long )+\[river\]( bank)+…$/,
    );
  });

  it('has a part of any text, whole characters only', () => {
    const texts = fc.string({ unit: 'grapheme', maxLength: 400 });
    fc.assert(
      fc.property(texts, texts, (before, after) => {
        const all = markWords(`${before} river ${after}`, 'river');
        expect(all.some(({ text, isMatch }) => isMatch && text.includes('river'))).toBe(true);
        for (const { text } of all) expect(text.isWellFormed()).toBe(true);
      }),
      tries(200),
    );
  });
});

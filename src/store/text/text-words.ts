/** A word of a text. */
export interface TextWord {
  /** In the form in which words are compared. */
  readonly word: string;
  /** Which word of the text it is; letters of a script without spaces count one each. */
  readonly at: number;
  /** Where it is in the text. */
  readonly from: number;
  readonly to: number;
  /** Whether it is the last letter of some that stand without spaces: it is found alone only. */
  readonly isLast: boolean;
}

/** Letters of one word are cut off after this many: longer ones are not typed, and a text may be one word of a megabyte. */
const LONGEST = 100;

const LATIN = /[a-z0-9]+/gi;
const WORD = /[\p{L}\p{N}\p{M}\p{Co}]+/gu;
/** Scripts that are written without spaces between words, or, as Korean, with words that grow at their ends. */
const DENSE =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Bopomofo}\p{scx=Hangul}\p{scx=Yi}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}\p{scx=Tibetan}\p{scx=Tai_Le}\p{scx=New_Tai_Lue}\p{scx=Tai_Tham}\p{scx=Javanese}\p{scx=Balinese}]+/gu;

/**
 * The words of a text in any language. Where words are not divided by spaces, each two letters that follow each other
 * are a word, and so is the last letter: that finds every part of such a text, without a dictionary that another
 * release of Node would have in another edition.
 */
export function* wordsOf(text: string): Generator<TextWord> {
  let at = 0;
  if (/^[\x00-\x7f]*$/.test(text)) {
    for (const { 0: word, index } of text.matchAll(LATIN)) yield whole(word, at++, index);
    return;
  }
  for (const { 0: word, index } of text.matchAll(WORD)) {
    let start = 0;
    for (const { 0: dense, index: place } of word.matchAll(DENSE)) {
      if (place > start) yield whole(word.slice(start, place), at++, index + start);
      start = place + dense.length;
      for (const pair of pairs(dense, at, index + place)) {
        yield pair;
        if (pair.isLast) at = pair.at + 1;
      }
    }
    if (start < word.length) yield whole(word.slice(start), at++, index + start);
  }
}

function whole(word: string, at: number, from: number): TextWord {
  return { word: foldWord(word.slice(0, LONGEST)), at, from, to: from + word.length, isLast: false };
}

function* pairs(dense: string, at: number, from: number): Generator<TextWord> {
  const letters = [...dense];
  let start = from;
  for (const [place, letter] of letters.entries()) {
    const next = letters[place + 1] ?? '';
    const to = start + letter.length + next.length;
    yield { word: foldWord(letter + next), at: at + place, from: start, to, isLast: next === '' };
    start += letter.length;
  }
}

/**
 * Accents and other signs above and below letters, points of Hebrew and signs of Arabic included; not those of kana.
 */
const SIGNS = /(?![\u3099\u309A])(?=\p{M})\p{Script=Inherited}|[\u0591-\u05C7]/gu;

/**
 * The form in which words are compared: without case, accents and ligatures, the same in all languages. `Ümläut` is
 * `umlaut`, `Straße` is `strasse`, full-width letters are plain ones.
 */
export function foldWord(word: string): string {
  if (/^[\x20-\x7e]*$/.test(word)) return word.toLowerCase();
  const plain = word.normalize('NFKD').replace(SIGNS, '').normalize('NFC');
  // Upper case first: it is one for ß and ss, for the two small sigmas, and for the i without a dot.
  return plain.toUpperCase().toLowerCase().replaceAll('ς', 'σ').normalize('NFKD').replace(SIGNS, '').normalize('NFC');
}

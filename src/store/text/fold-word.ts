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

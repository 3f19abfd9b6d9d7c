/** A command line of bash as far as the cursor. */
export interface BashLine {
  /** Its words as a program gets them; the last one is not finished. */
  readonly words: readonly string[];
  /** The last word as it was typed. */
  readonly typed: string;
  /** The quote that is open in it, if any. */
  readonly quote: Quote;
}

type Quote = '' | '"' | "'";

/** Splits a command line into words. Nothing is expanded: a variable stays what it is. */
export function readBashLine(line: string): BashLine {
  const words: string[] = [];
  let [word, start, quote]: [string, number, Quote] = ['', 0, ''];
  for (let at = 0; at < line.length; at += 1) {
    const character = line[at] as string;
    const next = line[at + 1] ?? '';
    if (character === '\\' && quote !== "'") {
      if (quote === '"' && !/["$`\\]/.test(next)) word += character;
      word += next;
      at += 1;
    } else if (character === quote) quote = '';
    else if (quote === '' && (character === '"' || character === "'")) quote = character;
    else if (quote === '' && /\s/.test(character)) {
      if (at > start) words.push(word);
      [word, start] = ['', at + 1];
    } else word += character;
  }
  return { words: [...words, word], typed: line.slice(start), quote };
}

/**
 * What bash inserts for a word that completes the last one of a line. It replaces only the end of what was typed, from
 * the last quote or word break (COMP_WORDBREAKS) on.
 * @param replaced this end
 * @param word the whole word, as a program gets it
 * @returns undefined if the word does not go with what was typed
 */
export function insertedByBash({ typed, quote }: BashLine, replaced: string, word: string): string | undefined {
  const kept = typed.slice(0, typed.length - replaced.length);
  const text = quoted(word, quote);
  // The word is finished: bash adds a blank or quote only where the script lets it, or where it sees none.
  const whole = text && quote + text + (quote || ' ');
  return whole?.startsWith(kept) === true ? whole.slice(kept.length) : undefined;
}

function quoted(word: string, quote: Quote): string | undefined {
  if (quote === '') return word.replace(/[^\w./:@%+,=\u0080-\uffff-]/g, '\\$&');
  if (quote === "'") return word.includes("'") ? undefined : word;
  return word.includes('!') ? undefined : word.replace(/["$`\\]/g, '\\$&'); // in a double quote nothing escapes a `!`
}

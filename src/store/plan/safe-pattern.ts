import { leaveToEngine } from './not-covered.js';

/** The characters of a text, and the quantifiers, that mean the same in XPath, in the engine and in JavaScript. */
const SIMPLE = /[^\\.[\](){}?*+|^$]/u;
const CLASS_SIMPLE = /[^\\[\]^&~-]/u;
const ESCAPES: Readonly<Record<string, string>> = {
  s: String.raw`\p{White_Space}`,
  d: String.raw`\p{Nd}`,
  t: '\\t',
  n: '\\n',
  r: '\\r',
};
const ESCAPED = /[\\.[\](){}?*+|^$-]/;

/** Unbounded repetitions in one pattern; more of them may take very long in JavaScript, and never in the engine. */
const MOST_REPEATED = 6;

/**
 * The regular expression of REGEX or REPLACE (SPARQL 1.1 Query, section 17.4.3.14).
 * @throws NotCovered if it is not certain that it matches the same as in the engine
 */
export function safePattern(pattern: string, flags: string, isGlobal: boolean): RegExp {
  if (!/^[is]*$/.test(flags)) leaveToEngine('flags of a regular expression');
  const source = new PatternReader(pattern, flags.includes('s')).read();
  try {
    return new RegExp(source, `u${flags.includes('i') ? 'i' : ''}${isGlobal ? 'g' : ''}`);
  } catch {
    return leaveToEngine('an invalid regular expression');
  }
}

class PatternReader {
  readonly #characters: readonly string[];
  readonly #dot: string;
  #at = 0;
  #repeated = 0;
  #depth = 0;

  constructor(pattern: string, isDotAll: boolean) {
    this.#characters = [...pattern];
    this.#dot = isDotAll ? '[^]' : '[^\\n]';
  }

  read(): string {
    let source = '';
    while (this.#at < this.#characters.length) source += this.#part();
    if (this.#depth !== 0) leaveToEngine('an invalid regular expression');
    return source;
  }

  #part(): string {
    const character = this.#next();
    switch (character) {
      case '^':
      case '$':
      case '|':
        return character;
      case '(':
        if (this.#peek() === '?') leaveToEngine('a special group of a regular expression');
        this.#depth += 1;
        return '(';
      case ')':
        if ((this.#depth -= 1) < 0) leaveToEngine('an invalid regular expression');
        // A repeated group may take exponential time.
        if (/[*+{]/.test(this.#peek())) leaveToEngine('a repeated group of a regular expression');
        return this.#peek() === '?' ? `)${this.#quantifier()}` : ')';
      case '[':
        return this.#class() + this.#quantifier();
      case '.':
        return this.#dot + this.#quantifier();
      case '\\':
        return this.#escape(false) + this.#quantifier();
      default:
        if (!SIMPLE.test(character)) leaveToEngine('an invalid regular expression');
        return character + this.#quantifier();
    }
  }

  #class(): string {
    let source = '[';
    if (this.#peek() === '^') source += this.#next();
    for (let isFirst = true; this.#peek() !== ']'; isFirst = false) {
      const character = this.#next();
      if (character === '\\') source += this.#escape(true);
      else if (character === '-' && (isFirst || this.#peek() === ']')) source += '\\-';
      else if (character === '-' && /^[a-z0-9]$/i.test(this.#peek())) source += '-';
      else if (CLASS_SIMPLE.test(character))
        source += ESCAPED.test(character) ? `\\${character}`.replace('\\-', '-') : character;
      else leaveToEngine('a class of a regular expression');
    }
    if (source.length < 2 || source === '[^') leaveToEngine('an invalid regular expression');
    this.#next();
    return `${source}]`;
  }

  #escape(isInClass: boolean): string {
    const character = this.#next();
    const known = ESCAPES[character];
    if (known !== undefined) return known.startsWith('\\p') && !isInClass ? `[${known}]` : known;
    return ESCAPED.test(character) ? `\\${character}` : leaveToEngine('an escape of a regular expression');
  }

  #quantifier(): string {
    if (!/[?*+{]/.test(this.#peek())) return '';
    const character = this.#next();
    if (character === '{') leaveToEngine('a counted repetition of a regular expression');
    if (/[?*+{]/.test(this.#peek())) leaveToEngine('a quantifier of a regular expression');
    if (character !== '?' && (this.#repeated += 1) > MOST_REPEATED)
      leaveToEngine('many repetitions of a regular expression');
    return character;
  }

  #peek(): string {
    return this.#characters[this.#at] ?? ' ';
  }

  #next(): string {
    const character = this.#characters[this.#at] ?? leaveToEngine('an invalid regular expression');
    this.#at += 1;
    return character;
  }
}

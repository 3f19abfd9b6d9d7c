import { fullIri } from './full-iri.js';

/** An update of nothing but INSERT DATA, DELETE DATA, and operations on whole graphs such as CLEAR. */
export interface PlainUpdate {
  /** The graphs that it names. */
  readonly named: ReadonlySet<string>;
  /** Whether it has operations on whole graphs. */
  readonly isManagement: boolean;
  /** Where triples outside GRAPH stand in the text, each from the first one of a run to the end of the last. */
  readonly loose: readonly (readonly [start: number, end: number])[];
}

const VERBS: ReadonlySet<string> = new Set('LOAD CLEAR DROP CREATE ADD MOVE COPY'.split(' '));
const TARGETS: ReadonlySet<string> = new Set('SILENT INTO TO GRAPH DEFAULT NAMED ALL'.split(' '));

/**
 * Reads an update token by token: data may be millions of triples, for which the parser takes minutes.
 * @returns undefined for any other update, and for most texts that are no SPARQL; the engine reports those
 */
export function plainUpdate(sparql: string): PlainUpdate | undefined {
  try {
    return new PlainReader(sparql).read();
  } catch (error) {
    if (error instanceof NotPlain) return undefined;
    throw error;
  }
}

/** Puts the triples outside GRAPH into a graph. */
export function putLooseIn(sparql: string, { loose }: PlainUpdate, graph: string): string {
  let text = '';
  let from = 0;
  for (const [start, end] of loose) {
    text += `${sparql.slice(from, start)}GRAPH <${graph}> { ${sparql.slice(start, end)} }`;
    from = end;
  }
  return text + sparql.slice(from);
}

class NotPlain extends Error {}

type Kind = 'iri' | 'name' | 'word' | 'brace' | 'end' | 'other';

/** White space or a comment. */
const BETWEEN = /[ \t\r\n]+|#[^\n\r]*/y;
/** In groups the tokens that lead to graphs, and all others that data may have. */
const TOKEN = new RegExp(
  [
    String.raw`(?<iri><(?:[^<>"{}|^\x60\\\x00-\x20]|\\u[0-9A-Fa-f]{4}|\\U[0-9A-Fa-f]{8})*>)`,
    String.raw`(?<quote>"""|'''|"|')`,
    String.raw`(?<name>(?:[\p{L}_][\p{L}\p{M}\p{N}_.\u00B7-]{0,200})?:(?:[\p{L}\p{M}\p{N}_:\u00B7-]|%[0-9A-Fa-f]{2}|\\[_~.!$&'()*+,;=/?#@%-]|\.(?=[\p{L}\p{M}\p{N}_.:%\\\u00B7-]))*)`,
    String.raw`(?<word>[A-Za-z]+)`,
    String.raw`(?<brace>[{}](?!\|))`,
    String.raw`@[A-Za-z]+(?:-[A-Za-z0-9]+)*|\^\^|[-+]?(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][-+]?\d+)?|[.;,()[\]]`,
  ].join('|'),
  'yu',
);

/** What a string consists of up to a quotation mark or backslash. */
const SHORT = /[^"'\\\n\r]*/y;
const LONG = /[^"'\\]*/y;

class PlainReader {
  readonly #text: string;
  readonly #named = new Set<string>();
  readonly #loose: [number, number][] = [];
  readonly #prefixes = new Map<string, string>();
  #base: string | undefined;
  #isManagement = false;
  /** The token that is read now. */
  #kind: Kind = 'other';
  #token = '';
  #start = 0;
  #end = 0;

  constructor(text: string) {
    this.#text = text;
  }

  read(): PlainUpdate {
    let operations = 0;
    for (this.#next(); !this.#is('end'); operations += 1) {
      this.#prologue();
      if (this.#is('end')) break;
      this.#operation();
      if (this.#isToken(';')) this.#next();
      else this.#require(this.#is('end'));
    }
    this.#require(operations > 0);
    return { named: this.#named, isManagement: this.#isManagement, loose: this.#loose };
  }

  #prologue(): void {
    while (this.#is('word')) {
      const word = this.#token.toUpperCase();
      if (word !== 'BASE' && word !== 'PREFIX') return;
      this.#next();
      const prefix = this.#token;
      if (word === 'PREFIX') {
        this.#require(this.#is('name') && prefix.endsWith(':'));
        this.#next();
      }
      this.#require(this.#is('iri'));
      const iri = this.#iri();
      if (word === 'BASE') this.#base = iri;
      else this.#prefixes.set(prefix, iri);
      this.#next();
    }
  }

  #operation(): void {
    const verb = this.#word();
    if (VERBS.has(verb)) return this.#management();
    this.#require(verb === 'INSERT' || verb === 'DELETE');
    this.#require(this.#word() === 'DATA');
    this.#brace('{');
    let loose: [number, number] | undefined;
    while (!this.#isToken('}')) {
      if (this.#is('word') && this.#token.toUpperCase() === 'GRAPH') {
        loose = undefined;
        this.#next();
        this.#graph();
        this.#brace('{');
        while (!this.#isToken('}')) this.#data();
        this.#brace('}');
        if (this.#isToken('.')) this.#next(); // it ends the block
        continue;
      }
      if (loose === undefined) this.#loose.push((loose = [this.#start, this.#end]));
      else loose[1] = this.#end;
      this.#data();
    }
    this.#brace('}');
  }

  /** Takes a token of triples. */
  #data(): void {
    this.#require(!this.#is('end') && !this.#is('brace'));
    this.#next();
  }

  #management(): void {
    this.#isManagement = true;
    while (!this.#is('end') && !this.#isToken(';')) {
      if (this.#is('word')) this.#require(TARGETS.has(this.#word()));
      else this.#graph();
    }
  }

  #graph(): void {
    if (this.#is('iri')) this.#named.add(this.#iri());
    else {
      this.#require(this.#is('name'));
      const colon = this.#token.indexOf(':') + 1;
      const namespace = this.#prefixes.get(this.#token.slice(0, colon));
      if (namespace === undefined) throw new NotPlain();
      this.#named.add(namespace + this.#token.slice(colon).replaceAll('\\', ''));
    }
    this.#next();
  }

  #iri(): string {
    let iri = '';
    try {
      iri = fullIri(this.#token, this.#base);
    } catch {
      // it is relative to nothing, or has an escape of no character
    }
    this.#require(iri !== '');
    return iri;
  }

  #word(): string {
    this.#require(this.#is('word'));
    const word = this.#token.toUpperCase();
    this.#next();
    return word;
  }

  #brace(brace: '{' | '}'): void {
    this.#require(this.#is('brace') && this.#isToken(brace));
    this.#next();
  }

  #is(kind: Kind): boolean {
    return this.#kind === kind;
  }

  #isToken(token: string): boolean {
    return this.#token === token;
  }

  #require(isSo: boolean): void {
    if (!isSo) throw new NotPlain();
  }

  #next(): void {
    this.#start = this.#end;
    BETWEEN.lastIndex = this.#start;
    while (BETWEEN.test(this.#text)) this.#start = BETWEEN.lastIndex;
    if (this.#start === this.#text.length) {
      this.#kind = 'end';
      this.#token = '';
      return;
    }
    TOKEN.lastIndex = this.#start;
    const match = TOKEN.exec(this.#text);
    if (match === null) throw new NotPlain();
    this.#end = TOKEN.lastIndex;
    this.#token = match[0];
    const { iri, quote, name, word, brace } = match.groups ?? {};
    if (quote !== undefined) this.#string(quote);
    this.#kind = iri ? 'iri' : name ? 'name' : word ? 'word' : brace ? 'brace' : 'other';
  }

  /** Goes to the end of a string. Step by step: an expression for all of it fails at one of millions of letters. */
  #string(quote: string): void {
    const part = quote.length === 1 ? SHORT : LONG;
    for (let at = this.#end; ;) {
      part.lastIndex = at;
      part.test(this.#text);
      at = part.lastIndex;
      if (this.#text.startsWith(quote, at)) {
        this.#end = at + quote.length;
        return;
      }
      const character = this.#text.charAt(at);
      if (character === '' || character === '\n' || character === '\r') throw new NotPlain();
      at += character === '\\' ? 2 : 1;
    }
  }
}

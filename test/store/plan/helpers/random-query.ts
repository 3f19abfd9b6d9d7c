import type { Dice, Vocabulary } from './random-data.js';
import type { Comparison } from './engine-oracle.js';

/** A query, and how its answers are compared. */
export interface RandomQuery extends Comparison {
  readonly text: string;
  /** The same without LIMIT. */
  readonly whole?: string;
  readonly form: 'SELECT' | 'ASK' | 'CONSTRUCT' | 'DESCRIBE';
}

const VARIABLES = ['?x', '?y', '?z', '?w', '?v'];
const TESTS = ['isIRI', 'isBLANK', 'isLITERAL', 'isNUMERIC', 'BOUND'];
const TEXTS = [
  'STR',
  'LANG',
  'DATATYPE',
  'UCASE',
  'LCASE',
  'STRLEN',
  'ABS',
  'ROUND',
  'CEIL',
  'FLOOR',
  'YEAR',
  'DAY',
  'HOURS',
  'SECONDS',
  'TZ',
  'ENCODE_FOR_URI',
];
const XSD = 'http://www.w3.org/2001/XMLSchema#';
const CASTS = ['string', 'integer', 'decimal', 'double', 'boolean', 'dateTime', 'date'].map(
  (name) => `<${XSD}${name}>`,
);

/** Writes random queries over the vocabulary of the random data. */
export class QueryWriter {
  readonly #dice: Dice;
  readonly #words: Vocabulary;
  #fresh = 0;

  constructor(dice: Dice, words: Vocabulary) {
    this.#dice = dice;
    this.#words = words;
  }

  query(): RandomQuery {
    const dice = this.#dice;
    const where = this.#group(2, true);
    const used = VARIABLES.filter((name) => where.includes(name));
    if (dice.percent(6)) return { form: 'ASK', text: `ASK ${where}` };
    if (dice.percent(8) && used.length > 1) {
      const template = `${dice.of(used)} ${dice.percent(70) ? '<urn:made>' : dice.of(used)} ${dice.of(used)}`;
      return { form: 'CONSTRUCT', text: `CONSTRUCT { ${template} } WHERE ${where}` };
    }
    if (dice.percent(8)) {
      const described = [...used.filter(() => dice.percent(50)), dice.of(this.#words.nodes)];
      if (dice.percent(20)) return { form: 'DESCRIBE', text: `DESCRIBE ${described.at(-1) ?? ''}` };
      const columns = dice.percent(20) && used.length > 0 ? '*' : described.join(' ');
      return { form: 'DESCRIBE', text: `DESCRIBE ${columns} WHERE ${where}` };
    }
    if (dice.percent(30) && used.length > 0) return this.#aggregate(where, used);
    const columns = dice.percent(30) || used.length === 0 ? ['*'] : used.filter(() => dice.percent(70));
    if (columns.length === 0) columns.push(used[0] as string);
    if (columns[0] !== '*' && dice.percent(25)) columns.push(`(${this.#expression(used, 2)} AS ?e)`);
    const distinct = dice.percent(25) ? 'DISTINCT ' : '';
    const sorted = columns[0] === '*' ? [] : columns.map((one) => (one.startsWith('(') ? '?e' : one));
    const isOrdered = sorted.length > 0 && dice.percent(35);
    const order = isOrdered
      ? ` ORDER BY ${[dice.percent(30) ? `DESC(${sorted[0] ?? ''})` : '', ...sorted].join(' ')}`
      : '';
    const isCut = !distinct && dice.percent(12);
    const limit =
      isCut || (isOrdered && dice.percent(30))
        ? ` LIMIT ${dice.below(6)}${dice.percent(30) ? ` OFFSET ${dice.below(3)}` : ''}`
        : '';
    const whole = `SELECT ${distinct}${columns.join(' ')} WHERE ${where}${order}`;
    return { form: 'SELECT', text: whole + limit, whole, isOrdered, isCut: isCut && !isOrdered };
  }

  #aggregate(where: string, used: readonly string[]): RandomQuery {
    const dice = this.#dice;
    const key = dice.percent(75) ? dice.of(used) : undefined;
    const value = dice.of(used);
    const some = dice.percent(30) ? 'DISTINCT ' : '';
    const made = [
      `(COUNT(${dice.percent(30) ? '*' : some + value}) AS ?n)`,
      dice.of([
        `(SUM(${some}${value}) AS ?m)`,
        `(MIN(${value}) AS ?m)`,
        `(MAX(STR(${value})) AS ?m)`,
        `(AVG(${some}${value}) AS ?m)`,
      ]),
      dice.percent(30) ? `(GROUP_CONCAT(${some}STR(${value})) AS ?list)` : '',
    ].filter((one) => one !== '' && dice.percent(75));
    if (made.length === 0) made.push('(COUNT(*) AS ?n)');
    const having = dice.percent(20) ? ` HAVING (COUNT(${value}) ${dice.of(['>', '<', '!='])} ${dice.below(4)})` : '';
    const group = key === undefined ? '' : ` GROUP BY ${key}${having}`;
    return {
      form: 'SELECT',
      text: `SELECT ${key ?? ''} ${made.join(' ')} WHERE ${where}${group}`,
      lists: ['list'],
      isWhole: key === undefined,
    };
  }

  #group(depth: number, mayName: boolean): string {
    const dice = this.#dice;
    const parts = [this.#triples()];
    const more = dice.below(4);
    for (let at = 0; at < more; at += 1) parts.push(this.#part(depth, mayName));
    if (dice.percent(15)) parts.reverse();
    return `{ ${parts.join(' ')} }`;
  }

  #part(depth: number, mayName: boolean): string {
    const dice = this.#dice;
    const inner = (): string => this.#group(depth - 1, mayName);
    const kind = dice.below(depth > 0 ? 14 : 6);
    switch (kind) {
      case 0:
      case 1:
        return this.#triples();
      case 2:
        return `FILTER (${this.#expression(VARIABLES, 2)})`;
      case 3:
        return this.#values();
      case 4:
        return `FILTER (${dice.of(VARIABLES)} ${dice.of(['=', '!=', '<', '>='])} ${dice.percent(50) ? dice.of(VARIABLES) : this.#constant()})`;
      case 5:
        return dice.percent(50)
          ? this.#triples()
          : `BIND (${this.#expression(VARIABLES, 1)} AS ?b${(this.#fresh += 1)})`;
      case 6:
      case 7:
        return `OPTIONAL ${inner()}`;
      case 8:
        return `${inner()} UNION ${inner()}`;
      case 9:
        return `MINUS ${inner()}`;
      case 10:
        return `FILTER ${dice.percent(50) ? 'NOT ' : ''}EXISTS { ${this.#triples()} ${dice.percent(30) ? `FILTER (${this.#expression(VARIABLES, 1)})` : ''} }`;
      case 11:
        return mayName
          ? `GRAPH ${dice.percent(70) ? dice.of(['?g', '?g', '?h', '?x']) : `<${dice.of(this.#words.graphs)}>`} ${this.#group(depth - 1, false)}`
          : inner();
      case 12:
        return `{ SELECT ${dice.percent(40) ? 'DISTINCT ' : ''}${dice.percent(30) ? '*' : dice.of(VARIABLES)} WHERE ${inner()} }`;
      default: {
        const key = dice.of(VARIABLES);
        return dice.percent(50)
          ? inner()
          : `{ SELECT ${key} (COUNT(*) AS ?c${(this.#fresh += 1)}) WHERE ${inner()} GROUP BY ${key} }`;
      }
    }
  }

  #triples(): string {
    return Array.from({ length: 1 + this.#dice.below(2) }, () => this.#triple()).join(' ');
  }

  #triple(): string {
    const dice = this.#dice;
    const subject = dice.percent(85)
      ? dice.of(VARIABLES.slice(0, 3))
      : dice.percent(30)
        ? '[]'
        : dice.of(this.#words.nodes);
    const object = dice.percent(75) ? dice.of(VARIABLES) : this.#constant();
    return `${subject} ${this.#predicate()} ${object} .`;
  }

  #predicate(): string {
    const dice = this.#dice;
    if (dice.percent(20)) return dice.of(VARIABLES);
    if (dice.percent(70)) return dice.of(this.#words.predicates);
    const [one, other] = [dice.of(this.#words.predicates), dice.of(this.#words.predicates)];
    return dice.of([
      `${one}/${other}`,
      `${one}|${other}`,
      `^${one}`,
      `${one}+`,
      `${one}*`,
      `${one}?`,
      `(${one}|^${other})+`,
      `(${one}|!${other})+`,
      `(${one}/${other})*`,
      `${one}|(${other}/${one})`,
      `^(${one}|${other})/(${one}|^${other})`,
      `(${one}|${other}?)/${one}`,
      `(${one}/${other}?)+`,
    ]);
  }

  #values(): string {
    const dice = this.#dice;
    const [one, other] = [dice.of(VARIABLES), dice.of(VARIABLES)];
    const term = (): string =>
      dice.percent(10) ? 'UNDEF' : dice.percent(60) ? dice.of(this.#words.nodes) : this.#constant();
    if (dice.percent(8)) return `VALUES ${one} { }`;
    if (one === other) return `VALUES ${one} { ${term()} ${term()} }`;
    return `VALUES (${one} ${other}) { (${term()} ${term()}) (${term()} ${term()}) }`;
  }

  #constant(): string {
    return this.#dice.percent(50) ? this.#dice.of(this.#words.nodes) : this.#dice.of(this.#words.literals);
  }

  #expression(variables: readonly string[], depth: number): string {
    const dice = this.#dice;
    if (depth === 0 || dice.percent(20)) return dice.percent(70) ? dice.of(variables) : this.#constant();
    const inner = (): string => this.#expression(variables, depth - 1);
    const variable = dice.of(variables);
    switch (dice.below(13)) {
      case 0:
        return `(${inner()} ${dice.of(['=', '!=', '<', '>', '<=', '>='])} ${inner()})`;
      case 1:
        return `(${inner()} ${dice.of(['+', '-', '*', '/'])} ${inner()})`;
      case 2:
        return `(${inner()} ${dice.of(['&&', '||'])} ${inner()})`;
      case 3:
        return `(! ${inner()})`;
      case 4:
        return `${dice.of(TESTS)}(${variable})`;
      case 5:
      case 6:
        return `${dice.of(TEXTS)}(${inner()})`;
      case 7:
        return `${dice.of(['CONTAINS', 'STRSTARTS', 'STRENDS', 'STRBEFORE', 'STRAFTER', 'CONCAT', 'sameTerm', 'LANGMATCHES'])}(${dice.percent(50) ? `STR(${variable})` : inner()}, ${inner()})`;
      case 8:
        return `IF(${inner()}, ${inner()}, ${inner()})`;
      case 9:
        return `COALESCE(${inner()}, ${inner()})`;
      case 10:
        return `(${inner()} ${dice.of(['IN', 'NOT IN'])} (${inner()}, ${inner()}))`;
      case 11:
        return dice.of([
          `REGEX(STR(${variable}), "${dice.of(['a', '^urn:', '[ab]$', 'A|é', '.b?', '\\\\d+'])}"${dice.of(['', ', "i"'])})`,
          `REPLACE(STR(${variable}), "${dice.of(['a', '[b-d]', '^urn'])}", "Z")`,
          `SUBSTR(STR(${variable}), 2)`,
        ]);
      default:
        return dice.percent(50) ? `${dice.of(CASTS)}(${inner()})` : `(- ${inner()})`;
    }
  }
}

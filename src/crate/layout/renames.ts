import type { CrateDocument } from '../read/document.js';
import { writtenId, TYPE } from './keys.js';
import { lineOf, LineWriter, printsOf } from './lines.js';
import type { Match } from './match.js';
import type { GraphLines } from './graph-lines.js';

/** A node that the document describes and the graph knows nothing of any more. */
interface Gone {
  /** All lines of its entities, and those of others that refer to it, as the document has them. */
  readonly own: string[];
  readonly references: string[];
}

/** What is said of the nodes that are new in the graph: by predicate and object, the nodes. */
type Said = ReadonlyMap<string, ReadonlySet<string>>;

/** The object of a line that speaks of its own subject. */
const SELF = 'itself';

/**
 * Nodes that have another identifier now: the graph says of one new node, and no other, all that the document says of
 * the old one, and nothing of the old one. What is said of no node but this one makes sure that it is the same: more
 * than a type, or a reference.
 * @param described subjects of this document and of those that it is merged with
 * @returns new IRI by the old one (or `_:label`)
 */
export async function findRenames(
  document: CrateDocument,
  match: Match,
  described: ReadonlySet<string>,
): Promise<Map<string, string>> {
  if (match.touched.size === 0 || match.lines.open === 0) return new Map();
  const said = await saidOfNewNodes(match.lines, described);
  if (said.size === 0) return new Map();
  const gone = await goneNodes(document, match);
  const names = new Map<string, string>();
  for (const [old, node] of gone) {
    const name = onlyCandidate(old, node, gone, said);
    if (name !== undefined) names.set(old, name);
  }
  const claims = new Map<string, number>();
  for (const name of names.values()) claims.set(name, (claims.get(name) ?? 0) + 1);
  for (const [old, name] of names) if (claims.get(name) !== 1) names.delete(old);
  for (let size = -1; size !== names.size;) {
    size = names.size;
    for (const old of names.keys()) if (!holds(gone.get(old) as Gone, names, match.lines)) names.delete(old);
  }
  return new Map([...names].map(([old, name]) => [bare(old), bare(name)]));
}

async function saidOfNewNodes(lines: GraphLines, described: ReadonlySet<string>): Promise<Said> {
  const said = new Map<string, Set<string>>();
  for (const quad of await lines.rest([])) {
    if (quad.subject.termType !== 'NamedNode' || described.has(quad.subject.value)) continue;
    const { subject, key } = parted(lineOf(quad));
    const nodes = said.get(key);
    if (nodes === undefined) said.set(key, new Set([subject]));
    else nodes.add(subject);
  }
  return said;
}

async function goneNodes(document: CrateDocument, match: Match): Promise<Map<string, Gone>> {
  const gone = new Map<string, Gone>();
  const references = new Map<string, string[]>();
  const writer = new LineWriter();
  let index = -1;
  const walk = document.walk(writer, ({ subject, value }) => {
    const own = writer.take();
    index += 1;
    if (!match.touched.has(index)) return;
    for (const line of own) {
      const { object } = parted(line);
      if (object === undefined) continue;
      const known = references.get(object);
      if (known === undefined) references.set(object, [line]);
      else known.push(line);
    }
    if (writtenId(value, document) === undefined) return;
    const term = subject.startsWith('_:') ? subject : `<${subject}>`;
    const known = gone.get(term);
    if (known === undefined) gone.set(term, { own, references: [] });
    else for (const line of own) known.own.push(line);
  });
  for await (const _ of walk); // the work is done in the callback
  for (const [term, { own, references: found }] of gone) {
    if (match.lines.some(printsOf(own.filter((line) => line.startsWith(`${term} `))))) gone.delete(term);
    else {
      const said = new Set(own);
      for (const line of references.get(term) ?? []) if (!said.has(line)) found.push(line);
    }
  }
  return gone;
}

/** The one new node of which all is said that was said of the old one. */
function onlyCandidate(old: string, { own, references }: Gone, gone: ReadonlyMap<string, Gone>, said: Said) {
  const keys = own.flatMap((line) => {
    const { subject, object, key } = parted(line);
    return subject !== old || (object !== undefined && object !== old && gone.has(object)) ? [] : [key];
  });
  const told = own.some((line) => !line.includes(` <${TYPE}> `)) || references.length > 0;
  const [fewest, ...more] = keys.map((key) => said.get(key)).sort((a, b) => (a?.size ?? 0) - (b?.size ?? 0));
  if (!told || fewest === undefined) return undefined;
  let found: string | undefined;
  for (const name of fewest) {
    if (!more.every((nodes) => nodes?.has(name) === true)) continue;
    if (found !== undefined) return undefined;
    found = name;
  }
  return found;
}

/** Whether the graph says all of a node under its new name; of one that has nothing but types, a reference too. */
function holds({ own, references }: Gone, names: ReadonlyMap<string, string>, lines: GraphLines): boolean {
  const says = (line: string) => lines.every(printsOf([renamed(line, names)]));
  return own.every(says) && (own.some((line) => !line.includes(` <${TYPE}> `)) || references.some(says));
}

function renamed(line: string, names: ReadonlyMap<string, string>): string {
  const { subject, predicate, object } = parted(line);
  const [of, to] = [names.get(subject), object === undefined ? undefined : names.get(object)];
  if (of === undefined && to === undefined) return line;
  return `${of ?? subject} ${predicate} ${to ?? object ?? line.slice(subject.length + predicate.length + 2)}`;
}

/** The terms of a line; no object when it is a literal. The key is predicate and object. */
function parted(line: string): { subject: string; predicate: string; object: string | undefined; key: string } {
  const first = line.indexOf(' ');
  const second = line.indexOf(' ', first + 1);
  const [subject, predicate, object] = [line.slice(0, first), line.slice(first + 1, second), line.slice(second + 1)];
  const key = `${predicate} ${object === subject ? SELF : object}`;
  return { subject, predicate, object: object.startsWith('"') ? undefined : object, key };
}

function bare(term: string): string {
  return term.replace(/^<(.*)>$/s, '$1');
}

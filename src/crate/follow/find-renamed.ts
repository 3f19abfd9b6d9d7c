import { hash53, HashSet } from '../../rdf/hashes.js';
import type { CrateDocument } from '../read/crate-document.js';
import { TYPE } from './written-keys.js';
import { lineOf, LineWriter, printsOf } from './triple-lines.js';
import type { Match } from './match-document.js';
import { isAnonymous } from './newly-named.js';
import { keyOf, recognise, type Fact } from './recognise-renamed.js';

/** The other end of a line that leads back to its own subject. */
const SELF = 'itself';

/** Nodes by their terms, with all that is said of each. */
type Facts = Map<string, Fact[]>;

/**
 * Nodes that have another identifier now: those that the documents speak of and the graph knows nothing of any more,
 * and those that only the graph knows.
 * @returns new IRI by the old one (or `_:label`)
 */
export async function findRenames(
  documents: readonly CrateDocument[],
  matches: readonly Match[],
): Promise<Map<string, string>> {
  const [{ lines }] = matches as [Match];
  if (lines.open === 0 || matches.every(({ touched }) => touched.size === 0)) return new Map();
  const described = new Set(matches.flatMap(({ subjects }) => subjects.map((subject) => `<${subject}>`)));
  const fresh: Facts = new Map();
  const still = { described: new HashSet(), mentioned: new HashSet() };
  for (const quad of await lines.rest([])) {
    const parts = parted(lineOf(quad));
    hold(still, parts);
    for (const [node, fact] of factsOf(parts)) if (node.startsWith('<') && !described.has(node)) put(fresh, node, fact);
  }
  if (fresh.size === 0) return new Map();
  const { gone, common } = await goneNodes(documents, matches, fresh, still);
  return new Map([...recognise(gone, fresh, common)].map(([old, name]) => [bare(old), bare(name)]));
}

/** Terms that the graph has as subjects, and as objects: by their hashes, there may be millions. */
interface Still {
  readonly described: HashSet;
  readonly mentioned: HashSet;
}

/**
 * The nodes that the graph no longer describes or, where they never were described, no longer refers to, with what it
 * does not say of them any more.
 * @param fresh those that a document speaks of are taken out
 * @returns with what unchanged nodes have in common with new ones
 */
async function goneNodes(documents: readonly CrateDocument[], matches: readonly Match[], fresh: Facts, still: Still) {
  const wanted = new Set([...fresh.values()].flatMap((facts) => facts.map(keyOf)));
  const common = new Set<string>();
  const gone: Facts = new Map();
  const described = new Set<string>();
  const seen = new Set<string>();
  for (const [at, document] of documents.entries()) {
    const { touched, lines } = matches[at] as Match;
    const writer = new LineWriter();
    let index = -1;
    const walk = document.walk(writer, () => {
      index += 1;
      const isTouched = touched.has(index);
      for (const line of writer.take()) {
        const parts = parted(line);
        const { subject, object } = parts;
        fresh.delete(subject);
        if (fresh.get(object)?.every(([way]) => way.startsWith('^')) === true) fresh.delete(object);
        if (!isTouched || lines.every(printsOf([line]))) {
          hold(still, parts);
          for (const [, fact] of factsOf(parts)) if (wanted.has(keyOf(fact))) common.add(keyOf(fact));
        } else if (!seen.has(line)) {
          seen.add(line);
          described.add(subject);
          for (const [node, fact] of factsOf(parts)) if (hasIdentifier(node)) put(gone, node, fact);
        }
      }
    });
    for await (const _ of walk); // the work is done in the callback
  }
  for (const node of gone.keys()) {
    const hash = hash53(node);
    if (still.described.has(hash) || (!described.has(node) && still.mentioned.has(hash))) gone.delete(node);
  }
  return { gone, common };
}

function hold({ described, mentioned }: Still, { subject, object }: Parts): void {
  described.add(hash53(subject));
  mentioned.add(hash53(object));
}

function put(nodes: Facts, node: string, fact: Fact): void {
  const facts = nodes.get(node);
  if (facts === undefined) nodes.set(node, [fact]);
  else facts.push(fact);
}

/** What a line says of its nodes; types are no nodes. */
function* factsOf({ subject, predicate, object }: Parts): Generator<[node: string, fact: Fact]> {
  yield [subject, [predicate, object === subject ? SELF : object]];
  if (object !== subject && !object.startsWith('"') && predicate !== `<${TYPE}>`)
    yield [object, [`^${predicate}`, subject]];
}

/** Whether a document can spell a node another way. */
function hasIdentifier(term: string): boolean {
  return !term.startsWith('_:') || !isAnonymous(term.slice(2));
}

interface Parts {
  readonly subject: string;
  readonly predicate: string;
  readonly object: string;
}

/** The terms of a line. */
function parted(line: string): Parts {
  const first = line.indexOf(' ');
  const second = line.indexOf(' ', first + 1);
  return { subject: line.slice(0, first), predicate: line.slice(first + 1, second), object: line.slice(second + 1) };
}

function bare(term: string): string {
  return term.replace(/^<(.*)>$/s, '$1');
}

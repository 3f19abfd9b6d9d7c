import { TextSet } from '../../base/rdf/text-set.js';
import type { CrateDocument } from '../read/crate-document.js';
import { RDF_TYPE } from '../../base/rdf/vocabulary.js';
import { lineOf, LineWriter } from './triple-lines.js';
import type { Match } from './match-document.js';
import { isAnonymous } from './newly-named.js';
import { factKey, recogniseRenamed, type Fact } from './recognise-renamed.js';

/** Stands for the subject in a fact whose object is the subject itself. */
const SELF = 'itself';

/** The facts of each node, by its N-Triples term. */
type Facts = Map<string, Fact[]>;

/**
 * Finds renamed nodes: pairs nodes that have disappeared from the graph with nodes that only the graph contains.
 * @returns new IRI by old IRI (or `_:label`)
 */
export async function findRenamed(
  documents: readonly CrateDocument[],
  matches: readonly Match[],
): Promise<Map<string, string>> {
  const [{ triples }] = matches as [Match];
  if (triples.unmatched === 0 || matches.every(({ changed }) => changed.size === 0)) return new Map();
  const described = new Set(matches.flatMap(({ subjects }) => subjects.map((subject) => `<${subject}>`)));
  const added: Facts = new Map();
  const remaining = { described: new TextSet(), mentioned: new TextSet() };
  for (const quad of await triples.unmatchedQuads([])) {
    const terms = termsOf(lineOf(quad));
    addTo(remaining, terms);
    for (const [node, fact] of factsOf(terms))
      if (node.startsWith('<') && !described.has(node)) putFact(added, node, fact);
  }
  if (added.size === 0) return new Map();
  const { removed, common } = await findRemoved(documents, matches, added, remaining);
  const names = recogniseRenamed(removed, added, common);
  return new Map([...names].map(([old, name]) => [withoutBrackets(old), withoutBrackets(name)]));
}

/** The nodes that are subjects and objects in the graph. There may be millions. */
interface Remaining {
  readonly described: TextSet;
  readonly mentioned: TextSet;
}

/**
 * Finds the nodes that the graph no longer describes, or no longer mentions if nothing ever described them. Reads all
 * documents, which also shows which added nodes are not new: these leave `added`.
 * @returns the facts that disappeared with each node, and facts of added nodes that unchanged nodes share
 */
async function findRemoved(
  documents: readonly CrateDocument[],
  matches: readonly Match[],
  added: Facts,
  remaining: Remaining,
): Promise<{ removed: Facts; common: Set<string> }> {
  const factsOfAdded = new Set([...added.values()].flatMap((facts) => facts.map(factKey)));
  const common = new Set<string>();
  const removed: Facts = new Map();
  const described = new Set<string>();
  const seen = new Set<string>();
  for (const [index, document] of documents.entries()) {
    const { changed, triples } = matches[index] as Match;
    const writer = new LineWriter();
    let position = -1;
    const reading = document.readEntities(writer, () => {
      position += 1;
      const isChanged = changed.has(position);
      for (const line of writer.take()) {
        const terms = termsOf(line);
        const { subject, object } = terms;
        added.delete(subject);
        if (added.get(object)?.every(([way]) => way.startsWith('^')) === true) added.delete(object);
        if (!isChanged || triples.hasAll(triples.numbersOf([line]))) {
          addTo(remaining, terms);
          for (const [, fact] of factsOf(terms)) if (factsOfAdded.has(factKey(fact))) common.add(factKey(fact));
        } else if (!seen.has(line)) {
          seen.add(line);
          described.add(subject);
          for (const [node, fact] of factsOf(terms)) if (isRenamable(node)) putFact(removed, node, fact);
        }
      }
    });
    for await (const _ of reading); // the callback does the work
  }
  for (const node of removed.keys()) {
    if (remaining.described.has(node) || (!described.has(node) && remaining.mentioned.has(node))) removed.delete(node);
  }
  return { removed, common };
}

function addTo({ described, mentioned }: Remaining, { subject, object }: Terms): void {
  described.add(subject);
  mentioned.add(object);
}

function putFact(nodes: Facts, node: string, fact: Fact): void {
  const facts = nodes.get(node);
  if (facts === undefined) nodes.set(node, [fact]);
  else facts.push(fact);
}

/** The facts that a triple states about its subject and object. Types do not count as nodes. */
function* factsOf({ subject, predicate, object }: Terms): Generator<[node: string, fact: Fact]> {
  yield [subject, [predicate, object === subject ? SELF : object]];
  if (object !== subject && !object.startsWith('"') && predicate !== `<${RDF_TYPE}>`)
    yield [object, [`^${predicate}`, subject]];
}

/** Whether a document writes the identifier of a node, so that it can write another one. */
function isRenamable(term: string): boolean {
  return !term.startsWith('_:') || !isAnonymous(term.slice(2));
}

interface Terms {
  readonly subject: string;
  readonly predicate: string;
  readonly object: string;
}

/** The terms of a line. */
function termsOf(line: string): Terms {
  const first = line.indexOf(' ');
  const second = line.indexOf(' ', first + 1);
  return { subject: line.slice(0, first), predicate: line.slice(first + 1, second), object: line.slice(second + 1) };
}

function withoutBrackets(term: string): string {
  return term.replace(/^<(.*)>$/s, '$1');
}

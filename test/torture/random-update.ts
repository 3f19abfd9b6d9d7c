import type { Quad, Term } from '@rdfjs/types';
import { termToNQuads } from '../../src/base/rdf/nquads.js';
import { BASE } from '../helpers/read.js';
import type { Random } from './random.js';

const RDF = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';
const NAME = '<http://schema.org/name>';
/** Without these properties the root cannot be found. */
const NEEDED = new Set(['http://schema.org/about', `${RDF}type`]);

/** Returns a SPARQL update that changes, adds or removes a value, or adds or removes an entity. */
export function randomUpdate(quads: readonly Quad[], graph: string, random: Random): string {
  const own = quads.filter(({ subject, predicate }) => !isNeeded(subject, predicate));
  const literals = own.filter(({ object }) => object.termType === 'Literal');
  const inGraph = (triples: string) => `GRAPH <${graph}> { ${triples} }`;
  const change = (quad: Quad, insert: string) =>
    `DELETE { ${inGraph(pattern(quad))} } INSERT { ${insert === '' ? '' : inGraph(insert)} } WHERE { ${inGraph(pattern(quad))} ${filters(quad)} }`;
  const somebody = random.pick(quads.filter(({ subject }) => subject.termType === 'NamedNode')).subject;
  const updates: (() => string)[] = [
    () => `INSERT DATA { ${inGraph(`<${somebody.value}> ${NAME} "added"`)} }`,
    () => `INSERT DATA { ${inGraph(`<${somebody.value}> <http://schema.org/author> <${BASE.root}#new>`)} }`,
    () => `INSERT DATA { ${inGraph(`<${BASE.root}#new> a <http://schema.org/Person> ; ${NAME} "new"`)} }`,
    () => `INSERT DATA { ${inGraph(`<${somebody.value}> <http://example.org/other#added> 7`)} }`,
  ];
  const [literal] = random.sample(literals, 1);
  if (literal !== undefined)
    updates.push(() => change(literal, `${variable(literal.subject, 's')} <${literal.predicate.value}> "changed"`));
  const [any] = random.sample(own, 1);
  if (any !== undefined) {
    updates.push(() => change(any, ''));
    const { subject } = any;
    if (subject.termType === 'NamedNode' && !isRoot(subject))
      updates.push(() => `DELETE WHERE { ${inGraph(`<${subject.value}> ?p ?o`)} }`);
  }
  return random.pick(updates)();
}

function isNeeded(subject: Term, predicate: Term): boolean {
  return isRoot(subject) && NEEDED.has(predicate.value);
}

function isRoot(subject: Term): boolean {
  return subject.value === BASE.root || subject.value.endsWith('ro-crate-metadata.json');
}

/** Blank nodes have no name in SPARQL, so variables match them, and all others with the same statements. */
function pattern({ subject, predicate, object }: Quad): string {
  return `${variable(subject, 's')} <${predicate.value}> ${variable(object, 'o')}`;
}

function variable(term: Term, name: string): string {
  return term.termType === 'BlankNode' ? `?${name}` : termToNQuads(term as never);
}

function filters({ subject, object }: Quad): string {
  const blank = [subject, object].map((term, index) =>
    term.termType === 'BlankNode' ? `isBlank(?${'so'[index]})` : '',
  );
  const tests = blank.filter((test) => test !== '');
  return tests.length === 0 ? '' : `FILTER (${tests.join(' && ')})`;
}

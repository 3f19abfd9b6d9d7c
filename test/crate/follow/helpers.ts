import type { Quad } from '@rdfjs/types';
import { DataFactory } from 'n3';
import type { ContextSource } from '../../../src/crate/context/context-source.js';
import type { CrateBase } from '../../../src/crate/base.js';
import { followOriginal } from '../../../src/crate/follow/follow-original.js';
import type { CrateDocument } from '../../../src/crate/read/crate-document.js';
import type { Note } from '../../../src/crate/read/report.js';
import { valueForm, valueType } from '../../../src/base/rdf/literal-value.js';
import { quadsToNQuads } from '../../../src/base/rdf/nquads.js';
import { canonical } from '../../helpers/oracle.js';
import { BASE, BUNDLED, crate, open, readQuads } from '../../helpers/read.js';

/** What tests read documents with. */
export interface Reading {
  readonly base?: CrateBase;
  readonly contexts?: ContextSource;
}

/** A text, its graph, and the text after the graph has changed. */
export interface Followed {
  readonly before: readonly Quad[];
  readonly after: readonly Quad[];
  readonly text: string;
}

/** How a test changes a graph. */
export type Change = (quads: readonly Quad[]) => readonly Quad[];

/** Reads a document, changes its graph and follows the original; undefined if that is not possible. */
export async function followed(
  text: string,
  change: Change,
  options: Reading = {},
  mergedDocuments: readonly CrateDocument[] = [],
  onNote?: (note: Note) => void,
): Promise<Followed | undefined> {
  const reading = { base: BASE, contexts: BUNDLED, ...options };
  const before = await readQuads(text, reading);
  const after = change(before);
  const written = await followOriginal(await open(text, reading), () => quadsToNQuads(after), mergedDocuments, {
    onNote,
  });
  if (written === undefined) return undefined;
  return { before, after, text: new TextDecoder('utf-8', { ignoreBOM: true }).decode(Buffer.concat([...written])) };
}

/** As {@link followed}. Checks that the result reads back to exactly the changed graph. */
export async function follow(text: string, change: Change, options: Reading = {}): Promise<string> {
  const result = await followed(text, change, options);
  if (result === undefined) throw new Error('the original cannot be followed');
  expect(await graphOf(result.text, options)).toEqual(await canonicalOf(result.after));
  return result.text;
}

/** The canonical graph of a document. */
export async function graphOf(text: string, options: Reading = {}): Promise<string[]> {
  return canonicalOf(await readQuads(text, options));
}

/** Canonical lines of a graph. Compares literals by value, and ignores the type of entities without statements. */
export async function canonicalOf(quads: Iterable<Quad>): Promise<string[]> {
  const plain: Quad[] = [];
  for (const quad of quads)
    if (quad.object.value !== 'http://www.w3.org/2000/01/rdf-schema#Resource') plain.push(byValue(quad));
  let text = '';
  for await (const chunk of quadsToNQuads(plain)) text += chunk;
  return canonical(text);
}

function byValue({ subject, predicate, object }: Quad): Quad {
  if (object.termType !== 'Literal')
    return DataFactory.quad(subject as never, predicate as never, object as never) as Quad;
  const { value, language, datatype } = object;
  const same =
    language === ''
      ? DataFactory.literal(valueForm(value, datatype.value), DataFactory.namedNode(valueType(datatype.value)))
      : DataFactory.literal(value, language.toLowerCase());
  return DataFactory.quad(subject as never, predicate as never, same) as Quad;
}

/** Lines that a line diff would show: `-` and `+` (longest common subsequence). */
export function lineDiff(before: string, after: string): string[] {
  const [a, b] = [before.split('\n'), after.split('\n')];
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  return changedLines(a.slice(start, a.length - end), b.slice(start, b.length - end));
}

function changedLines(a: readonly string[], b: readonly string[]): string[] {
  const lengths = Array.from({ length: a.length + 1 }, () => new Uint32Array(b.length + 1));
  const length = (i: number, j: number) => lengths[i]?.[j] ?? 0;
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) {
      (lengths[i] as Uint32Array)[j] =
        a[i] === b[j] ? 1 + length(i + 1, j + 1) : Math.max(length(i + 1, j), length(i, j + 1));
    }
  }
  const diff: string[] = [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      i += 1;
      j += 1;
    } else if (j >= b.length || (i < a.length && length(i + 1, j) >= length(i, j + 1))) {
      diff.push(`- ${a[i]}`);
      i += 1;
    } else {
      diff.push(`+ ${b[j]}`);
      j += 1;
    }
  }
  return diff;
}

/** The change that removes the quads that pass a test. */
export function without(test: (quad: Quad) => boolean): Change {
  return (quads) => quads.filter((quad) => !test(quad));
}

/** The change that puts other objects in the place of one value. */
export function replaced(from: string, ...to: Quad['object'][]): Change {
  return (quads) =>
    quads.flatMap((quad) =>
      quad.object.value === from ? to.map((object) => triple(quad.subject, quad.predicate, object)) : [quad],
    );
}

/** A quad of the default graph. */
export function triple(
  subject: Quad['subject'] | string,
  predicate: Quad['predicate'] | string,
  object: Quad['object'] | string,
): Quad {
  const node = typeof subject === 'string' ? DataFactory.namedNode(new URL(subject, BASE.root).href) : subject;
  const name =
    typeof predicate === 'string' ? DataFactory.namedNode(new URL(predicate, 'http://schema.org/').href) : predicate;
  return DataFactory.quad(
    node as never,
    name as never,
    (typeof object === 'string' ? DataFactory.literal(object) : object) as never,
  ) as Quad;
}

/** The change that adds quads. */
export function plus(...more: readonly Quad[]): Change {
  return (quads) => [...quads, ...more];
}

/** A person, and a small crate in which they are an author. */
export const ALICE = { '@id': '#alice', '@type': 'Person', name: 'Alice', email: 'a@example.org' };
export const CRATE = crate(
  [{ '@id': 'a.csv', '@type': 'File', name: 'A', author: { '@id': '#alice' }, keywords: ['x', 'y', 'z'] }, ALICE],
  undefined,
  { name: 'A crate' },
);

/** JSON as most documents are laid out. */
export function pretty(value: unknown): string {
  return JSON.stringify(value, null, 2);
}

/** The node that an `@id` of the crate stands for. */
export function node(id: string): Quad['object'] {
  return DataFactory.namedNode(new URL(id, BASE.root).href) as never;
}

/** The entity of a text as JSON. */
export function entityIn(text: string, id: string): Record<string, unknown> | undefined {
  const { '@graph': graph } = JSON.parse(text.replace(/^\ufeff/, '')) as { '@graph': Record<string, unknown>[] };
  return graph.find((one) => one['@id'] === id);
}

/** The change that gives nodes other identifiers, by a table or a rule. */
export function renamed(names: readonly (readonly [string, string])[] | ((iri: string) => string)): Change {
  const table = Array.isArray(names)
    ? new Map(names.map(([from, to]: readonly [string, string]) => [node(from).value, node(to).value]))
    : undefined;
  const nameOf = table === undefined ? (names as (iri: string) => string) : (iri: string) => table.get(iri) ?? iri;
  const other = <T extends Quad['subject'] | Quad['object']>(term: T): T =>
    term.termType === 'NamedNode' ? (DataFactory.namedNode(nameOf(term.value)) as never) : term;
  return (quads) => quads.map((one) => triple(other(one.subject), one.predicate, other(one.object)));
}

/** Several changes, one after the other. */
export function all(...changes: readonly Change[]): Change {
  return (quads) => changes.reduce((changed, change) => change(changed), quads);
}

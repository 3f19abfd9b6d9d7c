import { readFileSync } from 'node:fs';
import type { Quad } from '@rdfjs/types';
import { DataFactory } from 'n3';
import { lineDiff } from '../../crate/follow/helpers.js';
import { objectsOf, parseDocument } from '../../helpers/independent.js';
import { describeWithShared } from '../../helpers/shared.js';
import { quadsOf } from '../../helpers/stored.js';
import { BASE, layoutsOf, lines } from './layouts.js';

/** The documents in which an update changes more than one line, by reason. */
const reasons: Record<string, string[]> = {};
const TWICE = 'the same entity described twice';
const DOUBLE = 'the same value twice in an array';
const UNDEFINED = 'an undefined property still refers to the entity';
const SCOPED = 'the entity has its own context: it is rewritten, and new values are written next to it';

/** Declares the tests of every other document, from the first or the second on: two suites can run at once. */
export function describeLayoutChanges(first: 0 | 1): void {
  const name = `documents found in the wild, changed in a store (${first + 1} of 2)`;
  describeWithShared(name, 'corpus', (folder) => changesOf(folder, first));
}

function changesOf(folder: string, first: 0 | 1): void {
  const { cases: all, load, changed } = layoutsOf(folder);
  const cases = all.filter((_, index) => index % 2 === first);
  const count = { documents: 0, 'equal as bytes': 0 };
  const single = {
    'one literal changed': 0,
    'a value added to a single one': 0,
    'a literal removed': 0,
    'an entity removed': 0,
    'an entity added': 0,
  };

  it.each(cases)('%s', async (id, file) => {
    const bytes = readFileSync(file);
    const loaded = await load(file);
    const { store, graph, text } = loaded;
    count.documents += 1;
    if (Buffer.from(text).equals(bytes)) count['equal as bytes'] += 1;
    const json = parseDocument(bytes);
    // Deep equality would ignore the order of keys, so we compare texts.
    expect(JSON.stringify(JSON.parse(text.replace(/^\ufeff/, '')))).toBe(JSON.stringify(json));

    const described = new Map<string, number>();
    const graphEntities = [json['@graph']].flat().map((entity) => (entity as { '@id'?: unknown } | null)?.['@id']);
    for (const name of graphEntities) if (typeof name === 'string') described.set(name, (described.get(name) ?? 0) + 1);
    const twice = [...described.values()].some((times) => times > 1);
    const scoped = [json['@graph']]
      .flat()
      .some((entity) => typeof entity === 'object' && entity !== null && '@context' in entity);
    const excuse = (what: string, diff: readonly string[]) => {
      if (twice) (reasons[TWICE] ??= []).push(`${id}: ${what}`);
      else if (scoped) (reasons[SCOPED] ??= []).push(`${id}: ${what}`);
      else throw new Error(`${what}:\n${diff.join('\n')}`);
    };

    const quads = await quadsOf(store, graph);
    const iri = quads.filter(
      ({ subject, object }) => subject.termType === 'NamedNode' && object.termType !== 'BlankNode',
    );
    const perKey = new Map<string, number>();
    const keyOf = ({ subject, predicate }: Quad) => `${subject.value} ${predicate.value}`;
    const perSubject = new Map<string, number>();
    for (const { subject } of quads) perSubject.set(subject.value, (perSubject.get(subject.value) ?? 0) + 1);
    for (const quad of iri) perKey.set(keyOf(quad), (perKey.get(keyOf(quad)) ?? 0) + 1);
    const texts = new Map<string, number>();
    for (const value of valuesOf(json)) if (typeof value === 'string') texts.set(value, (texts.get(value) ?? 0) + 1);
    const isPlain = ({ object }: Quad) => object.termType === 'Literal' && object.datatype.value.endsWith('#string');

    const literal = iri.find((quad) => isPlain(quad) && texts.get(quad.object.value) === 1) ?? iri.find(isPlain);
    if (literal !== undefined) {
      const other = DataFactory.quad(
        literal.subject,
        literal.predicate,
        DataFactory.literal('changed by a test'),
      ) as Quad;
      const diff = lineDiff(text, await changed(loaded, [literal], [other]));
      if (diff.length === 2) single['one literal changed'] += 1;
      else if ((texts.get(literal.object.value) ?? 0) > 1 && !twice) (reasons[DOUBLE] ??= []).push(id);
      else excuse('one literal changed', diff);
    }
    const isAlone = (quad: Quad) =>
      perKey.get(keyOf(quad)) === 1 &&
      (perSubject.get(quad.subject.value) ?? 0) > 1 &&
      /: *$/.test(text.slice(0, Math.max(0, text.indexOf(JSON.stringify(quad.object.value)))));
    const alone = iri.find((quad) => isPlain(quad) && texts.get(quad.object.value) === 1 && isAlone(quad));
    if (alone !== undefined) {
      const more = DataFactory.quad(alone.subject, alone.predicate, DataFactory.literal('added by a test')) as Quad;
      const diff = lineDiff(text, await changed(loaded, [], [more]));
      if (lines(diff, '-') <= 2 && lines(diff, '+') <= 2) single['a value added to a single one'] += 1;
      else excuse('a value added', diff);
      const less = lineDiff(text, await changed(loaded, [alone], []));
      if (lines(less, '+') <= 1 && lines(less, '-') <= 1 + lines(less, '+')) single['a literal removed'] += 1;
      else excuse('a literal removed', less);
    }

    const last = graphEntities.findLast(
      (name) => typeof name === 'string' && iri.some(({ subject }) => subject.value === `${BASE}${name}`),
    );
    if (typeof last === 'string' && last !== './' && !last.includes('metadata.json')) {
      const name = `${BASE}${last}`;
      const out = quads.filter(({ subject, object }) => subject.value === name || object.value === name);
      if (out.every(({ subject, object }) => subject.termType === 'NamedNode' && object.termType !== 'BlankNode')) {
        const written = JSON.parse((await changed(loaded, out, [])).replace(/^\ufeff/, '')) as unknown;
        const left = [...objectsOf(written)].filter((object) => object['@id'] === last);
        if (left.length > 0) (reasons[UNDEFINED] ??= []).push(`${id}: an entity removed`);
        for (const object of left) expect(Object.keys(object)).toEqual(['@id']);
        single['an entity removed'] += 1;
      }
    }
    const person = DataFactory.namedNode(`${BASE}#added-by-a-test`);
    const added = [
      DataFactory.quad(
        person,
        DataFactory.namedNode('http://www.w3.org/1999/02/22-rdf-syntax-ns#type'),
        DataFactory.namedNode('http://schema.org/Person'),
      ),
      DataFactory.quad(person, DataFactory.namedNode('http://schema.org/name'), DataFactory.literal('Somebody')),
    ] as Quad[];
    const diff = lineDiff(text, await changed(loaded, [], added));
    expect(diff.join('\n')).toContain('#added-by-a-test');
    if (text.split('\n').length > 10) expect(lines(diff, '-')).toBeLessThanOrEqual(2);
    single['an entity added'] += 1;
    await store.close();
  });

  it('all documents are exported byte for byte', () => {
    console.log({ ...count, ...single, reasons });
    expect(count).toEqual({ documents: cases.length, 'equal as bytes': cases.length });
    expect(single['one literal changed']).toBeGreaterThanOrEqual(25);
  });
}

/** Yields all scalar values in a JSON value. */
function* valuesOf(value: unknown): Generator<unknown> {
  if (typeof value !== 'object' || value === null) yield value;
  else for (const item of Object.values(value)) yield* valuesOf(item);
}

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Quad } from '@rdfjs/types';
import { DataFactory } from 'n3';
import { crateBase } from '../../src/crate/base.js';
import { exportCrate } from '../../src/export/export-crate.js';
import { loadCrates } from '../../src/load/load-crates.js';
import { openContexts } from '../../src/package/contexts/open-contexts.js';
import { termToNQuads } from '../../src/rdf/nquads.js';
import type { GraphStore } from '../../src/store/port.js';
import { openStore } from '../../src/store/open-store.js';
import { updateStore } from '../../src/query/update-store.js';
import { canonicalOf, graphOf, lineDiff } from '../crate/follow/helpers.js';
import { objectsOf, parseDocument } from '../helpers/independent.js';
import { describeWithShared } from '../helpers/shared.js';
import { quadsOf } from '../helpers/stored.js';

const BASE = 'http://example.org/c/';
/** For documents larger than this (in characters), graphs are not compared after each change. */
const BIG = 500_000;

/** The documents in which an update changes more than one line, by reason. */
const reasons: Record<string, string[]> = {};
const TWICE = 'the same entity described twice';
const DOUBLE = 'the same value twice in an array';
const UNDEFINED = 'an undefined property still refers to the entity';
const SCOPED = 'the entity has its own context: it is rewritten, and new values are written next to it';

interface Loaded {
  readonly store: GraphStore;
  readonly graph: string;
  readonly text: string;
}

describeWithShared('documents found in the wild, through a store', 'corpus', (folder) => {
  const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as {
    id: string;
    kind: string;
    file: string;
  }[];
  const cases = manifest.filter(({ kind }) => kind === 'real').map(({ id, file }) => [id, join(folder, file)] as const);
  const contexts = openContexts({
    offline: true,
    cacheDir: join(folder, 'no-cache'),
    folders: [join(folder, 'contexts')],
  });
  const reading = { base: crateBase(BASE, 'known-source'), contexts };
  const work = mkdtempSync(join(tmpdir(), 'crategraph-layout-'));
  const count = { documents: 0, 'equal as bytes': 0 };
  const single = {
    'one literal changed': 0,
    'a value added to a single one': 0,
    'a literal removed': 0,
    'an entity removed': 0,
    'an entity added': 0,
  };

  afterAll(() => rmSync(work, { recursive: true, force: true }));

  async function load(file: string, location = 'memory:'): Promise<Loaded> {
    const store = await openStore(location, { mode: 'write', create: true } as never);
    const [result] = await loadCrates(store, [file], { contexts, base: BASE });
    if (result?.error !== undefined) throw result.error;
    const graph = result?.graph as string;
    return { store, graph, text: await exportCrate(store, graph, { contexts }) };
  }

  /** Returns the document after an update, and checks that the reverse update restores the document. */
  async function changed(
    { store, graph, text }: Loaded,
    removed: readonly Quad[],
    added: readonly Quad[],
  ): Promise<string> {
    const data = (quads: readonly Quad[]) =>
      `DATA { GRAPH <${graph}> { ${quads.map(({ subject, predicate, object }) => `${termToNQuads(subject)} ${termToNQuads(predicate)} ${termToNQuads(object)}`).join(' . ')} } }`;
    const update = (out: readonly Quad[], into: readonly Quad[]) =>
      updateStore(
        store,
        [out.length > 0 ? `DELETE ${data(out)}` : '', into.length > 0 ? `INSERT ${data(into)}` : '']
          .filter((part) => part !== '')
          .join(' ; '),
      );
    const differences = await update(removed, added);
    expect(differences).toEqual([expect.objectContaining({ added: added.length, removed: removed.length })]);
    const written = await exportCrate(store, graph, { contexts });
    if (text.length < BIG)
      expect(await graphOf(written, reading)).toEqual(await canonicalOf(await quadsOf(store, graph)));
    await update(added, removed);
    expect(await exportCrate(store, graph, { contexts })).toBe(text);
    return written;
  }

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
    expect(single['one literal changed']).toBeGreaterThanOrEqual(50);
  });

  it('renaming a node changes only its `@id` and the references to it', async () => {
    const failures: string[] = [];
    let count = 0;
    for (const [id, file] of cases.filter((_, index) => index % 4 === 0)) {
      const loaded = await load(file);
      const quads = await quadsOf(loaded.store, loaded.graph);
      const names = new Set(quads.map(({ subject }) => subject.value).filter((name) => name.startsWith(BASE)));
      const old = [...names].findLast((name) => name !== BASE && !name.includes('metadata.json'));
      for (const name of loaded.text.length < BIG ? [BASE, old] : []) {
        if (name === undefined || !names.has(name)) continue;
        const other = (term: Quad['subject'] | Quad['object']) =>
          term.termType === 'NamedNode' && term.value === name
            ? DataFactory.namedNode(`${BASE}renamed-by-a-test`)
            : term;
        const out = quads.filter(({ subject, object }) => [subject, object].some((term) => other(term) !== term));
        if (out.some(({ subject, object }) => [subject, object].some(({ termType }) => termType === 'BlankNode')))
          continue;
        const into = out.map((quad) => DataFactory.quad(other(quad.subject) as never, quad.predicate as never, other(quad.object) as never) as Quad); // prettier-ignore
        const diff = lineDiff(loaded.text, await changed(loaded, out, into));
        count += 1;
        const own = diff.filter((line) => !/"@id"|renamed-by-a-test/.test(line));
        const isOneLine = loaded.text.split('\n').length <= 10;
        if ((own.length > 0 && !isOneLine) || lines(diff, '-') !== lines(diff, '+'))
          failures.push(`${id} ${name}: ${diff.slice(0, 6).join(' | ')}`);
      }
      await loaded.store.close();
    }
    console.log({ count, failures });
    expect(count).toBeGreaterThan(30);
    expect(failures).toEqual([]);
  });

  it('two merged documents state what both stated, and are exported unchanged after another load', async () => {
    let count = 0;
    for (const [index, [, file]] of cases.entries()) {
      const second = cases[index + 1]?.[1];
      if (index % 4 !== 0 || second === undefined || [file, second].some((one) => readFileSync(one).length > BIG / 2))
        continue;
      const store = await openStore('memory:', { mode: 'write' });
      const results = await loadCrates(store, [file, second], { contexts, base: BASE, mode: 'merge' });
      if (results[1]?.status === 'merged') {
        const graph = results[1].graph as string;
        const quads = await quadsOf(store, graph);
        // JSON-LD cannot write an IRI whose scheme is a prefix of the context. One document has such IRIs.
        if (quads.some(({ predicate }) => /^(?:schema|owl):/.test(predicate.value))) continue;
        const text = await exportCrate(store, graph, { contexts });
        expect(await graphOf(text, reading)).toEqual(await canonicalOf(quads));
        const merged = join(work, `merged-${index}.json`);
        writeFileSync(merged, text);
        const reloaded = await load(merged);
        expect(reloaded.text).toBe(text);
        await reloaded.store.close();
        count += 1;
      }
      await store.close();
    }
    console.log({ merged: count });
    expect(count).toBeGreaterThan(15);
  });

  it('ten rounds of load and export change nothing, in a store on disk and in memory', async () => {
    const some = cases.filter((_, index) => index % 6 === 0);
    for (const [id, file] of some) {
      let text = '';
      const copy = join(work, `${id}.json`);
      writeFileSync(copy, readFileSync(file));
      for (let round = 0; round < 10; round += 1) {
        const { store, text: exported } = await load(copy, round % 2 === 0 ? 'memory:' : join(work, `${id}-${round}`));
        if (text !== '') expect(exported).toBe(text);
        text = exported;
        writeFileSync(copy, text);
        await store.close();
      }
      expect(text).toBe(readFileSync(file, 'utf8'));
    }
  });

  it('a store on disk keeps the order after an update and reopening', async () => {
    for (const [id, file] of cases.filter((_, index) => index % 12 === 0)) {
      const location = join(work, `disk-${id}`);
      const { store, graph, text } = await load(file, location);
      await updateStore(store, `INSERT DATA { GRAPH <${graph}> { <${BASE}#x> <http://schema.org/name> "X" } }`);
      const changedText = await exportCrate(store, graph, { contexts });
      await store.close();
      const reopened = await openStore(location, { mode: 'write' });
      expect(await exportCrate(reopened, graph, { contexts })).toBe(changedText);
      await updateStore(reopened, `DELETE DATA { GRAPH <${graph}> { <${BASE}#x> <http://schema.org/name> "X" } }`);
      expect(await exportCrate(reopened, graph, { contexts })).toBe(text);
      await reopened.close();
    }
  });
});

function lines(diff: readonly string[], sign: '+' | '-'): number {
  return diff.filter((line) => line.startsWith(sign)).length;
}

/** Yields all scalar values in a JSON value. */
function* valuesOf(value: unknown): Generator<unknown> {
  if (typeof value !== 'object' || value === null) yield value;
  else for (const item of Object.values(value)) yield* valuesOf(item);
}

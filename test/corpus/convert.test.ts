import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  attachCrate,
  detachCrate,
  openCrateDocument,
  relativizeCrate,
  type CrateError,
  type Plan,
} from '../../src/index.js';
import { crateBase } from '../../src/crate/base.js';
import { isMetadataFileName } from '../../src/crate/metadata-names.js';
import { lastSegment } from '../../src/base/rdf/iri.js';
import { openContexts } from '../../src/package/contexts/open-contexts.js';
import { open as openDocument } from '../helpers/read.js';
import { canonical } from '../helpers/oracle.js';
import { describeWithShared } from '../helpers/shared.js';

const PUBLISHED = 'https://published.example/crate/';
type Entity = Record<string, unknown>;

describeWithShared('conversions of documents found in the wild', 'corpus', (folder) => {
  const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as Record<'id' | 'kind' | 'file', string>[]; // prettier-ignore
  const cases = manifest.filter(({ kind }) => kind === 'real').map(({ id, file }) => [id, join(folder, file)] as const);
  const contexts = openContexts({
    offline: true,
    cacheDir: join(folder, 'no-cache'),
    folders: [join(folder, 'contexts')],
  });
  const work = mkdtempSync(join(tmpdir(), 'crategraph-convert-'));
  const table: Record<string, string[]> = {};
  const note = (what: string, id: string) => void (table[what] ??= []).push(id);

  afterAll(() => {
    rmSync(work, { recursive: true, force: true });
    const rows = Object.entries(table).map(([what, ids]) => `${String(ids.length).padStart(4)}  ${what}${ids.length < 15 ? `: ${ids.join(', ')}` : ''}`); // prettier-ignore
    process.stderr.write(`\nconversions of ${cases.length} documents\n${rows.join('\n')}\n`);
  });

  const open = (text: string) => openCrateDocument(new TextEncoder().encode(text), { contexts });

  /** The triples of a document, canonical, without those of some lines. */
  async function graphOf(text: string, base: string, without = /^$/): Promise<string[]> {
    let nquads = '';
    const document = await openDocument(text, { contexts, base: crateBase(base, 'known-source') });
    for await (const chunk of document.nquads()) nquads += chunk;
    return canonical(nquads.split('\n').filter((line) => !without.test(line)).join('\n')); // prettier-ignore
  }

  /** A document as JSON in its order, with the old spellings of its identifiers. */
  function withOldIds(text: string, { changes }: Plan): unknown {
    const old = new Map(changes.flatMap(({ id, newId }) => (newId === undefined ? [] : [[newId, id] as const])));
    return JSON.parse(text, (_, value: unknown) => (typeof value === 'string' ? (old.get(value) ?? value) : value));
  }

  /** The entities of a document, some of them changed. */
  function entitiesOf(document: unknown, change: (entity: Entity) => Entity | undefined): string {
    const { '@graph': graph } = document as { '@graph': Entity[] };
    return JSON.stringify([graph].flat(Infinity).flatMap((one) => change(one as Entity) ?? []));
  }

  it.each(cases)('%s', async (id, file) => {
    const text = readFileSync(file, 'utf8');
    const bytes = new TextEncoder().encode(text);
    const made = await detachCrate(bytes, { contexts, published: PUBLISHED }).catch((error: CrateError) => error);
    if (made instanceof Error) {
      expect(made.code).toMatch(/^ERR_(?:USAGE|ROOT_AMBIGUOUS|PLAN_INVALID|CONTEXT_UNAVAILABLE)$/);
      return note(`not detached: ${made.code} ${made.message.replace(/[<"'].*/s, '')}`, id);
    }
    const detached = Buffer.concat([...made.chunks]).toString('utf8');
    const { root } = await open(detached);
    const descriptor = made.plan.changes.find(({ step }) => step === 'A6')?.id;
    const without = (key: string) => (one: Entity) =>
      one['@id'] === descriptor || isMetadataFileName(String(one['@id']))
        ? Object.fromEntries(Object.entries(one).filter(([name]) => name !== key))
        : one;
    const before = entitiesOf(JSON.parse(text), without('contentUrl'));
    const after = entitiesOf(withOldIds(detached, made.plan), without('contentUrl'));
    expect(after).toBe(before);
    note('detach: the same text but for identifiers', id);

    if (root.root === PUBLISHED) {
      const base = PUBLISHED + lastSegment(descriptor ?? '');
      const { document } = await relativizeCrate(new TextEncoder().encode(detached), { contexts, base: PUBLISHED });
      const added = new RegExp(`schema.org/contentUrl> "${base.replaceAll('.', '\\.')}"`);
      const expected = await graphOf(text, base);
      const found = await graphOf(JSON.stringify(document), base, expected.some((line) => added.test(line)) ? /^$/ : added); // prettier-ignore
      if (JSON.stringify(found) === JSON.stringify(expected)) note('detach, then relativize: an isomorphic graph', id);
      else if (!isMetadataFileName(descriptor ?? ''))
        note('detach: the descriptor gets the name of a metadata file', id);
      else {
        expect(text).toContain('"@id": ""'); // means the metadata file once that is published
        note('detach: the empty @id is now the metadata file', id);
      }
    } else note(`its root keeps its own address`, id);

    const output = join(work, id);
    const { plan } = await attachCrate(new TextEncoder().encode(detached), output, { contexts, mode: 'snapshot' });
    const snapshot = readFileSync(join(output, plan.name), 'utf8');
    const known = new Set((JSON.parse(detached) as { '@graph': Entity[] })['@graph'].map((one) => one['@id']));
    const own = (one: Entity) => (known.has(one['@id']) ? without('contentUrl')(one) : undefined);
    const plain = (one: Entity) => (one['@id'] === root.root ? { ...one, identifier: null } : own(one));
    expect(entitiesOf(JSON.parse(snapshot), plain)).toBe(entitiesOf(JSON.parse(detached), plain));
    note('attach --snapshot: the same text but for the identifier', id);
  });
});

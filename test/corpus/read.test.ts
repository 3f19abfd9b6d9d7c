import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { crateBase } from '../../src/crate/base.js';
import { CrateError } from '../../src/base/errors.js';
import { openContexts } from '../../src/package/contexts/open-contexts.js';
import { describedIds, iriOf, parseDocument, rootIdOf } from '../helpers/independent.js';
import { canonical, oracle } from '../helpers/oracle.js';
import { read } from '../helpers/read.js';
import { describeWithShared } from '../helpers/shared.js';

const BASE = crateBase('http://example.org/c/ro-crate-metadata.json', 'url');

/** One entry of `manifest.json`. */
interface Entry {
  readonly id: string;
  readonly kind: 'real' | 'invalid' | 'archive' | 'attached';
  readonly file: string;
}

/** Documents that need no repair, but that the oracle cannot read correctly. */
const ORACLE_FAILS: Readonly<Record<string, string>> = {
  'corpus-tools-cooee--cooee-attachments-2': 'loses all relative ids: the context ends in {"@base": null}',
  'language-data-commons-vocabs--vocabs-austalk': 'loses all relative ids: the context ends in {"@base": null}',
  'ro-crate-rs--benches': 'does not trim the address of the context',
  'ro-crate-interoperability-profile--0-1-x-ro-crate-1-1': 'refuses a term in the form of an IRI with another meaning',
};

/**
 * Whether the subjects contain an `@id` that its JSON alone cannot resolve: one with a prefix of a remote context, above
 * the root, or with a leading space.
 */
function isSubject(id: string, subjects: ReadonlySet<string>): boolean {
  const special = /^(?:[A-Za-z]+:(?!\/\/)|\.\.\/|\s+)(.+)$/s.exec(id)?.[1];
  return special !== undefined && [...subjects].some((subject) => subject.endsWith(special));
}

describeWithShared('documents found in the wild', 'corpus', (folder) => {
  const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as Entry[];
  const contexts = openContexts({
    offline: true,
    cacheDir: join(folder, 'no-cache'),
    folders: [join(folder, 'contexts')],
  });
  const cases = (kind: Entry['kind']) =>
    manifest.filter((entry) => entry.kind === kind).map((entry) => [entry.id, entry.file] as const);

  describe('real crates', () => {
    const total = { documents: 0, entities: 0, quads: 0, 'entities in the general lane': 0, compared: 0, repaired: 0 };
    const reported: Record<string, number> = {};

    it.each(cases('real'))('%s', async (id, file) => {
      const bytes = readFileSync(join(folder, file));
      const json = parseDocument(bytes);
      const { document, nquads, quads } = await read(bytes, { base: BASE, contexts });
      const base = document.base.iri;
      const lines = nquads.split('\n');
      expect(lines.length - new Set(lines).size).toBe(0);

      const subjects = new Set(quads.map(({ subject }) => subject.value));
      const named = describedIds(json).filter((name) => !iriOf(name, json, base).startsWith('_:'));
      const missing = named.filter((name) => !subjects.has(iriOf(name, json, base)) && !isSubject(name, subjects));
      expect(missing).toEqual([]);
      const blank = new Set(
        quads.filter(({ subject }) => subject.termType === 'BlankNode').map(({ subject }) => subject.value),
      );
      expect(blank.size).toBeGreaterThanOrEqual(describedIds(json).length - named.length);

      expect(document.root.root).toBe(iriOf(rootIdOf(json) as string, json, base));

      const { counts, report } = document;
      if (report.repairs > 0) total.repaired += 1;
      else if (!(id in ORACLE_FAILS)) {
        expect(await canonical(nquads)).toEqual(await canonical(await oracle(json, base, contexts)));
        total.compared += 1;
      }
      total.documents += 1;
      total.entities += counts.entities;
      total.quads += counts.quads;
      total['entities in the general lane'] += counts.general;
      for (const [kind, count] of Object.entries(report.counts)) reported[kind] = (reported[kind] ?? 0) + count;
    });

    it('are all read', () => {
      console.log({ total, reported });
      expect(total.documents).toBe(cases('real').length);
      expect(total.compared).toBeGreaterThan(100);
    });

    it.each(Object.entries(ORACLE_FAILS))('%s: the oracle %s', async (id) => {
      const { file } = manifest.find((entry) => entry.id === id) as Entry;
      const bytes = readFileSync(join(folder, file));
      const { nquads, document } = await read(bytes, { base: BASE, contexts });
      const judged = oracle(parseDocument(bytes), document.base.iri, contexts).then(canonical);
      const [ours, theirs] = [await canonical(nquads), await judged.catch(() => [])];
      expect(theirs.length).toBeLessThan(ours.length);
      expect(ours).toEqual(expect.arrayContaining(theirs.filter((line) => !line.includes('_:'))));
    });
  });

  describe('invalid crates', () => {
    const outcomes: Record<string, number> = {};

    it.each(cases('invalid'))(
      '%s',
      async (_, file) => {
        const outcome = await read(readFileSync(join(folder, file)), { base: BASE, contexts }).then(
          ({ document }) => (document.candidates.length > 0 ? 'loaded' : 'loaded, no root'),
          (error: unknown) => error,
        );
        if (typeof outcome !== 'string') {
          expect(outcome).toBeInstanceOf(CrateError);
          expect((outcome as CrateError).code).not.toBe('ERR_INTERNAL');
        }
        const key = typeof outcome === 'string' ? outcome : (outcome as CrateError).code;
        outcomes[key] = (outcomes[key] ?? 0) + 1;
      },
      20_000,
    );

    it('all load or fail with a CrateError', () => {
      console.log(outcomes);
      expect(Object.values(outcomes).reduce((sum, count) => sum + count, 0)).toBe(cases('invalid').length);
    });
  });
});

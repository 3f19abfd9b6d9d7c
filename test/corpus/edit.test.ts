import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { crateBase } from '../../src/crate/base.js';
import { editDocument, type DocumentEdit } from '../../src/crate/edit/edit-document.js';
import { mentionedIds } from '../../src/crate/edit/mentioned-ids.js';
import { openContexts } from '../../src/package/contexts/open-contexts.js';
import { isStandIn } from '../../src/crate/stand-in.js';
import { isAbsoluteIri } from '../../src/base/rdf/iri.js';
import { repairIri } from '../../src/base/rdf/iri-repair.js';
import { changedStrings, renamedGraph, textOf } from '../crate/edit/helpers.js';
import { graphOf } from '../crate/follow/helpers.js';
import { open } from '../helpers/read.js';
import { describeWithShared } from '../helpers/shared.js';

const BASE = crateBase('https://somewhere.example/crate/', 'url');
const PUBLISHED = 'https://published.example/root/';

/** The documents that do not come back byte for byte, by reason. */
const reasons: Record<string, string[]> = {};
const because = (reason: string, id: string) => void (reasons[reason] ??= []).push(id);

describeWithShared('documents found in the wild, with absolute identifiers and back', 'corpus', (folder) => {
  const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as Record<'id' | 'kind' | 'file', string>[]; // prettier-ignore
  const cases = manifest.filter(({ kind }) => kind === 'real').map(({ id, file }) => [id, join(folder, file)] as const);
  const contexts = openContexts({
    offline: true,
    cacheDir: join(folder, 'no-cache'),
    folders: [join(folder, 'contexts')],
  });
  const count = { documents: 0, identifiers: 0, 'only identifiers differ': 0, 'equal as bytes again': 0, losses: 0 };

  async function withIds(text: string, ids: ReadonlyMap<string, string>): Promise<string> {
    const edit: DocumentEdit = { ids, drop: new Map(), add: [] };
    const onNote = () => void (count.losses += 1);
    return textOf(await editDocument(await open(text, { contexts, base: BASE }), edit, onNote));
  }

  it.each(cases)('%s', async (id, file) => {
    const text = readFileSync(file, 'utf8');
    const document = await open(text, { contexts, base: BASE });
    const { base } = document;
    const reading = { contexts, base: crateBase(base.iri, 'known-source') };
    const names = new Map<string, string>();
    const back = new Map<string, string>();
    for (const [iri, written] of mentionedIds(document)) {
      if (isAbsoluteIri(written) || !iri.startsWith(base.root) || isStandIn(base.root, iri)) continue;
      const name = PUBLISHED + iri.slice(base.root.length);

      names.set(iri, name);
      back.set(name, written);
    }
    count.documents += 1;
    count.identifiers += names.size;
    const published = await withIds(text, names);
    expect(await graphOf(published, reading)).toEqual(await renamedGraph(text, names, reading));
    const hasOwnBase = /"@base"/.test(text);
    if (hasOwnBase) because('its @base goes away', id);
    else count['only identifiers differ'] += 1;
    const entities = (one: string) => (hasOwnBase ? one.slice(one.indexOf('"@graph"')) : one);
    changedStrings(entities(text), entities(published));
    const legal = new Map([...back].filter(([, written]) => repairIri(written) === written && !/^(?:\/|$)/.test(written))); // prettier-ignore
    const again = await withIds(published, legal);
    if (again === text) count['equal as bytes again'] += 1;
    else if (legal.size < back.size) because('an identifier is not legal', id);
    else {
      const differences = [...changedStrings(entities(text), entities(again))];
      if (differences.some(([old, now]) => !now.has(old))) because('an identifier has several spellings', id);
      else if (differences.length > 0) because('an identifier is written with escapes', id);
    }
  });

  it('no document loses anything', () => {
    console.log(count, reasons);
    expect(count).toMatchObject({ documents: cases.length, losses: 0 });
    expect(reasons['an identifier has several spellings'] ?? []).toEqual([]);
  });
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { crateOf } from '../../src/crate/entities/crate.js';
import { openContexts } from '../../src/package/contexts/open-contexts.js';
import { parsePlain } from '../../src/crate/json/value.js';
import { changedLines } from '../crate/entities/helpers.js';
import { open } from '../helpers/read.js';
import { describeWithShared } from '../helpers/shared.js';

type Json = Readonly<Record<string, unknown>>;

describeWithShared('documents found in the wild, edited as entities', 'corpus', (folder) => {
  const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as Record<'id' | 'kind' | 'file', string>[]; // prettier-ignore
  const cases = manifest.filter(({ kind }) => kind === 'real').map(({ id, file }) => [id, join(folder, file)] as const);
  const folders = [join(folder, 'contexts')];
  const contexts = openContexts({ offline: true, cacheDir: join(folder, 'no-cache'), folders });
  /** The documents that are no crate, or whose entities are not in one `@graph`. */
  const refused: string[] = [];

  it.each(cases)('%s', async (id, file) => {
    const bytes = readFileSync(file);
    const document = await open(bytes, { contexts });
    let crate;
    try {
      crate = crateOf(document);
    } catch (error) {
      expect(error).toMatchObject({ code: expect.stringMatching(/^ERR_(?:ROOT|UNSUPPORTED)/) });
      return void refused.push(id);
    }
    const text = crate.toString();
    for (const entity of crate.entities()) entity.values('name');
    crate.files();
    expect(Buffer.concat([...crate.chunks()]).equals(bytes)).toBe(true);

    crate.root.set('name', 'Another name');
    const renamed = crate.toString();
    const { removed, added } = changedLines(text, renamed);
    const isOneLine = text.split('\n').length < 5;
    if (!isOneLine) expect(removed.length + added.length).toBeLessThanOrEqual(8);
    const without = (one: string) =>
      ((parsePlain(one.replace(/^\ufeff/, '')) as Json)['@graph'] as Json[]).map((entity) => ({ ...entity, name: 0 }));
    expect(without(renamed)).toEqual(without(text));

    const isDetached = !crate.root.id.startsWith('.') && !document.root.root.startsWith(document.base.root);
    const place = isDetached ? 'https://example.org/a%20new%20file.csv' : 'a new file.csv';
    crate.addFile(place, { author: crate.addPerson({ '@id': '#someone-new', name: 'Someone new' }) });
    const more = crateOf(await open(crate.toString(), { contexts }));
    expect(more.files().map((entity) => entity.get('name') ?? entity.id)).toContain(
      isDetached ? place : 'a%20new%20file.csv',
    );
    crate.remove([place, '#someone-new']);
    expect(crate.toString()).toBe(renamed);
  });

  afterAll(() => console.log(`not editable as entities: ${refused.length} of ${cases.length} (${refused.join(', ')})`));
});

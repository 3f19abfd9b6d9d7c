import { editDocument } from '../../../src/crate/edit/edit-document.js';
import { crate, open } from '../../helpers/read.js';
import { growth, LINEAR } from '../../helpers/growth.js';
import { textOf } from './helpers.js';

/** The text of a crate with so many files, by so many people. */
function textWith(count: number): string {
  const ids = Array.from({ length: count }, (_, index) => `data/${index}.csv`);
  const files = ids.map((id, index) => ({ '@id': id, '@type': 'File', name: `File ${index}`, contentSize: 17, author: { '@id': '#me' }, encodingFormat: 'text/csv' })); // prettier-ignore
  return JSON.stringify(crate([...files, { '@id': '#me', '@type': 'Person' }], undefined, { hasPart: ids.map((id) => ({ '@id': id })) }), null, 2); // prettier-ignore
}

/** Renames all files of a crate, and gives each a new property. */
async function editAll(text: string, count: number): Promise<string> {
  const document = await open(text);
  const ids = new Map<string, string>();
  const add = [];
  for (let index = 0; index < count; index += 1) {
    const id = `https://h.example/${index}`;
    ids.set(document.resolveId(`data/${index}.csv`), id);
    add.push({ '@id': id, contentUrl: `https://h.example/get/${index}` });
  }
  return textOf(await editDocument(document, { ids, drop: new Map(), add }));
}

it('the cost of an edit follows its size', async () => {
  expect((await editAll(textWith(10), 10)).match(/h\.example/g)).toHaveLength(30);
  const texts = new Map([100, 800].map((count) => [count, textWith(count)]));
  expect(await growth(100, (count) => editAll(texts.get(count) as string, count))).toBeLessThan(LINEAR);
});

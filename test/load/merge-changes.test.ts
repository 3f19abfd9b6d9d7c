import fc from 'fast-check';
import { tries } from '../helpers/seed.js';
import { mergeChanges } from '../../src/load/merge-changes.js';
import { storeChanges } from '../../src/load/store-changes.js';

const G = 'http://example.org/g';
const line = (text: string) => `${text} <${G}> .\n`;
const source = (lines: Iterable<string>) => () => [...lines].map(line);

async function merge(original: Iterable<string>, stored: Iterable<string>, document: Iterable<string>) {
  const sides = { original: source(original), stored: source(stored), document: source(document) };
  const changes = await storeChanges([sides.original], sides.stored);
  const merged = await mergeChanges({ ...sides, changes });
  if (!('pieces' in merged)) return undefined;
  let text = '';
  for await (const { content } of merged.pieces) text += Buffer.from(content.bytes).toString();
  return { lines: text.split('\n').filter((one) => one !== '').sort(), kept: merged.kept }; // prettier-ignore
}

const NODES = ['<urn:a>', '<urn:b>', '<urn:c>', '<urn:d>'];
const statements = fc
  .uniqueArray(
    fc.tuple(fc.constantFrom(...NODES), fc.constantFrom('<urn:p>', '<urn:q>', '<urn:r>'), fc.constantFrom(...NODES, '"1"', '"2"', '"3"')), // prettier-ignore
    { selector: (terms) => terms.join(' '), maxLength: 12 },
  )
  .map((all) => all.map((terms) => terms.join(' ')));
const change = fc.tuple(fc.array(fc.nat(11), { maxLength: 3 }), fc.oneof(fc.constant([] as string[]), statements.map((all) => all.slice(0, 2)))); // prettier-ignore
const changed = (original: readonly string[], [gone, come]: readonly [readonly number[], readonly string[]]) => [
  ...new Set([...original.filter((_, index) => !gone.includes(index)), ...come]),
];

it('a merge contains what both sides added, and nothing that one of them removed; it is the same from both sides', async () => {
  let merges = 0;
  await fc.assert(
    fc.asyncProperty(statements, change, change, async (original, ours, theirs) => {
      const [stored, document] = [changed(original, ours), changed(original, theirs)];
      const result = await merge(original, stored, document);
      expect((await merge(original, document, stored))?.lines).toEqual(result?.lines);
      if (result === undefined) return;
      merges += 1;
      const removed = (one: string) => original.includes(one) && !(stored.includes(one) && document.includes(one));
      const expected = [...new Set([...stored, ...document])].filter((one) => !removed(one));
      expect(result.lines).toEqual(expected.map((one) => line(one).trim()).sort());
      expect(result.kept).toBe(
        stored.filter((one) => !original.includes(one) && !document.includes(one)).length +
          document.filter((one) => original.includes(one) && !stored.includes(one)).length,
      );
    }),
    tries(2000),
  );
  expect(merges).toBeGreaterThan(0);
});

describe('nodes without a name', () => {
  it('are found by their description, whatever their label', async () => {
    const before = ['<urn:a> <urn:p> _:c1n1', '_:c1n1 <urn:q> "1"', '<urn:b> <urn:p> _:c1n2', '_:c1n2 <urn:q> "2"'];
    const after = ['<urn:a> <urn:p> _:c2n3', '_:c2n3 <urn:q> "1"', '<urn:b> <urn:p> _:c2n1', '_:c2n1 <urn:q> "2"', '<urn:new> <urn:p> "x"']; // prettier-ignore
    const result = await merge(before, [...before, '_:c1n1 <urn:r> "mine"'], after);
    expect(result?.lines).toContain(line('_:c2n3 <urn:r> "mine"').trim());
  });

  it.each([
    ['are alike', ['_:x1 <urn:q> "1"', '_:x2 <urn:q> "1"']],
    ['refer to themselves', ['_:x1 <urn:q> _:x2', '_:x2 <urn:q> _:x1']],
  ])('are not guessed if they %s', async (_, nodes) => {
    const other = nodes.map((one) => one.replaceAll('_:x', '_:y'));
    expect(await merge(nodes, [...nodes, '_:x1 <urn:r> "mine"'], [...other, '<urn:new> <urn:p> "x"'])).toBeUndefined();
  });

  it('may be many in a row', async () => {
    const list = (label: string) =>
      Array.from({ length: 20_000 }, (_, at) => `_:${label}${at} <urn:rest> ${at === 19_999 ? '"end"' : `_:${label}${at + 1}`}`); // prettier-ignore
    const result = await merge(
      list('x'),
      [...list('x'), '_:x0 <urn:r> "mine"'],
      [...list('y'), '<urn:new> <urn:p> "x"'],
    );
    expect(result?.lines).toContain(line('_:y0 <urn:r> "mine"').trim());
  });
});

import fc from 'fast-check';
import { tries } from '../../helpers/seed.js';
import { mergeChanges } from '../../../src/tasks/load/merge-changes.js';
import { storeChanges } from '../../../src/tasks/load/store-changes.js';

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
const BLANK = ['_:x1', '_:x2', '_:x3'];
const PROPERTIES = ['<urn:p>', '<urn:q>', '<urn:r>'];
const statementsOf = (nodes: readonly string[]) =>
  fc
    .uniqueArray(
      fc.tuple(
        fc.constantFrom(...nodes),
        fc.constantFrom(...PROPERTIES),
        fc.constantFrom(...nodes, '"1"', '"2"', '"3"'),
      ),
      { selector: (terms) => terms.join(' '), maxLength: 12 },
    )
    .map((all) => all.map((terms) => terms.join(' ')));

/** An edit: it removes statements and adds others, and may give an entity another name, or a statement another subject. */
interface Edit {
  readonly gone: readonly number[];
  readonly come: readonly string[];
  readonly renamed: string | undefined;
  readonly moved: { readonly index: number; readonly to: string } | undefined;
}
const editOf = (nodes: readonly string[]): fc.Arbitrary<Edit> =>
  fc.record({
    gone: fc.array(fc.nat(11), { maxLength: 3 }),
    come: fc.oneof(fc.constant([]), statementsOf(nodes).map((all) => all.slice(0, 2))), // prettier-ignore
    renamed: fc.option(fc.constantFrom(...NODES), { nil: undefined, freq: 2 }),
    moved: fc.option(fc.record({ index: fc.nat(11), to: fc.constantFrom(...NODES) }), { nil: undefined, freq: 2 }),
  });
const NEW_NAME = '<urn:new>';

function edited(original: readonly string[], { gone, come, renamed, moved }: Edit): string[] {
  const left = original
    .map((one, index) => (index === moved?.index ? one.replace(/^\S+/, moved.to) : one))
    .filter((_, index) => !gone.includes(index));
  const all = renamed === undefined ? left : left.map((one) => one.replaceAll(renamed, NEW_NAME));
  return [...new Set([...all, ...come])];
}

const [subjectOf, valueOf] = [(one: string) => one.split(' ')[0]!, (one: string) => one.replace(/^\S+ /, '')];
const isDescribed = (entity: string, lines: readonly string[]) => lines.some((one) => subjectOf(one) === entity);

it('a merge contains what both sides added, and nothing that one of them removed; it is the same from both sides', async () => {
  let merges = 0;
  await fc.assert(
    fc.asyncProperty(statementsOf(NODES), editOf(NODES), editOf(NODES), async (original, ours, theirs) => {
      const [stored, document] = [edited(original, ours), edited(original, theirs)];
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

it('a value that one side removed from an entity does not come back with an entity that the other renamed', async () => {
  let merges = 0;
  const plain = { come: [], moved: undefined };
  const rename = fc.record({ entity: fc.constantFrom(...NODES), gone: fc.array(fc.nat(11), { maxLength: 2 }) });
  await fc.assert(
    fc.asyncProperty(statementsOf(NODES), editOf(NODES), rename, async (original, ours, { entity, gone }) => {
      const stored = edited(original, { ...ours, ...plain, renamed: undefined });
      const document = edited(original, { ...plain, gone, renamed: entity });
      const result = await merge(original, stored, document);
      if (result === undefined || !isDescribed(entity, original)) return;
      merges += 1;
      const isCommon = (one: string) => original.some((other) => other !== one && valueOf(other) === valueOf(one));
      const own = original.filter((one) => subjectOf(one) === entity && (gone.length === 0 || !isCommon(one)));
      for (const one of own.filter((other) => !stored.includes(other)))
        expect(result.lines).not.toContain(line(`${NEW_NAME} ${valueOf(one)}`).trim());
    }),
    tries(2000),
  );
  expect(merges).toBeGreaterThan(0);
});

/** The ways to a node: properties from nodes with a name; each node on the way with what the others state about it. */
function waysTo(node: string, lines: readonly string[], depth = 4): string[] {
  if (depth === 0 || !node.startsWith('_:')) return [node];
  const ways = lines.flatMap((one) => {
    const [subject, property, object] = one.split(' ') as [string, string, string];
    return object === node ? waysTo(subject, lines, depth - 1).map((way) => `${way} ${property}`) : [];
  });
  return ways.length === 0 ? ['nothing'] : ways.sort();
}

it('what the store states about a node without a name stays where the document has this node', async () => {
  let merges = 0;
  const nodes = [...NODES.slice(0, 2), ...BLANK];
  const edit = editOf(nodes).map((one) => ({ ...one, renamed: undefined }));
  await fc.assert(
    fc.asyncProperty(statementsOf(nodes), fc.constantFrom(...BLANK), edit, async (original, node, theirs) => {
      const document = edited(original, theirs).map((one) => one.replaceAll('_:x', '_:y'));
      if (!original.join(' ').includes(node)) return;
      const result = await merge(original, [...original, `${node} <urn:mine> "mine"`], document);
      if (result === undefined) return;
      merges += 1;
      const [mine, ...more] = result.lines.filter((one) => one.includes('<urn:mine>')).map(subjectOf);
      expect(more).toEqual([]);
      expect(waysTo(mine!, document)).toEqual(waysTo(node, original));
    }),
    tries(2000),
  );
  expect(merges).toBeGreaterThan(0);
});

describe('entities that the document renames', () => {
  const x = ['<urn:x> <urn:t> "private"', '<urn:x> <urn:size> "7"', '<urn:x> <urn:kind> "k"'];
  const before = ['<urn:root> <urn:part> <urn:x>', '<urn:z> <urn:kind> "k"', ...x];
  const after = before.map((one) => one.replaceAll('urn:x', 'urn:y'));
  const other = ['<urn:new> <urn:p> "x"'];

  it.each([
    ['a value', before.filter((one) => one !== x[0])],
    ['all of it, but not what refers to it', before.filter((one) => !x.includes(one))],
    ['all of it', before.filter((one) => !one.includes('<urn:x>'))],
  ])('do not bring back what the store removed: %s', async (_, stored) => {
    expect(await merge(before, stored, after)).toBeUndefined();
    expect(await merge(before, after, stored)).toBeUndefined();
    expect(await merge(before, stored, [...after, '<urn:x> <urn:kind> "k"'])).toBeUndefined();
  });

  it('nor if all that it had others have too', async () => {
    const [one, two] = ['<urn:x> <urn:kind> "k"', '<urn:z> <urn:kind> "k"'];
    expect(await merge([one, two], [two], ['<urn:y> <urn:kind> "k"', two])).toBeUndefined();
  });

  it('both may remove an entity, and add others with values that are common', async () => {
    const left = before.filter((one) => !one.includes('<urn:x>'));
    const added = '<urn:w> <urn:kind> "k"';
    expect((await merge(before, left, [...left, ...other, added]))?.lines).toEqual(
      [...left, ...other, added].map((one) => line(one).trim()).sort(),
    );
  });

  it('and both may give it the same name', async () => {
    expect((await merge(before, after, [...after, ...other]))?.kept).toBe(0);
  });
});

describe('nodes without a name', () => {
  it('are found by their description, whatever their label', async () => {
    const before = ['<urn:a> <urn:p> _:c1n1', '_:c1n1 <urn:q> "1"', '<urn:b> <urn:p> _:c1n2', '_:c1n2 <urn:q> "2"'];
    const after = ['<urn:a> <urn:p> _:c2n3', '_:c2n3 <urn:q> "1"', '<urn:b> <urn:p> _:c2n1', '_:c2n1 <urn:q> "2"', '<urn:new> <urn:p> "x"']; // prettier-ignore
    const result = await merge(before, [...before, '_:c1n1 <urn:r> "mine"'], after);
    expect(result?.lines).toContain(line('_:c2n3 <urn:r> "mine"').trim());
  });

  it('are found by what refers to them, if their descriptions are alike', async () => {
    const list = (label: string) => ['a', 'b'].flatMap((name) => [`<urn:${name}> <urn:p> _:${label}${name}`, `_:${label}${name} <urn:q> "1"`]); // prettier-ignore
    const result = await merge(list('x'), [...list('x'), '_:xb <urn:r> "mine"'], list('y'));
    expect(result?.lines).toContain(line('_:yb <urn:r> "mine"').trim());
  });

  it.each([
    [
      'moves to another entity',
      ['<urn:a> <urn:p> _:x1', '<urn:b> <urn:n> "b"', '_:x1 <urn:q> "1"'],
      '<urn:a> <urn:p>',
      '<urn:b> <urn:p>',
    ],
    ['moves to another property', ['<urn:a> <urn:p> _:x1', '_:x1 <urn:q> "1"'], '<urn:p>', '<urn:other>'],
    [
      'is in a node that moves',
      ['<urn:a> <urn:p> _:x2', '_:x2 <urn:p> _:x1', '_:x1 <urn:q> "1"'],
      '<urn:a>',
      '<urn:b>',
    ],
    [
      'loses what referred to it',
      ['<urn:a> <urn:p> _:x1', '_:x1 <urn:q> "1"'],
      '<urn:a> <urn:p> _:x1',
      '<urn:a> <urn:p> "none"',
    ],
  ] as const)('take nothing along if one %s', async (_, before, from, to) => {
    const after = before.map((one) => one.replace(from, to).replaceAll('_:x', '_:y'));
    expect(await merge(before, [...before, '_:x1 <urn:r> "mine"'], after)).toBeUndefined();
  });

  it('that change places are uncertain', async () => {
    const before = ['_:x1 <urn:name> "1"', '_:x2 <urn:name> "2"', '_:x1 <urn:in> _:x3', '_:x2 <urn:in> _:x4', '_:x3 <urn:q> "3"', '_:x4 <urn:q> "4"']; // prettier-ignore
    const all = [...before, '<urn:a> <urn:p> _:x1', '<urn:a> <urn:p> _:x2'];
    const after = all.map((one) => (one.includes('<urn:in>') ? one.replace(/_:x([34])$/, (_, n) => `_:x${7 - Number(n)}`) : one).replaceAll('_:x', '_:y')); // prettier-ignore
    expect(await merge(all, [...all, '_:x3 <urn:r> "mine"'], after)).toBeUndefined();
  });

  it.each([
    ['are alike', ['_:x1 <urn:q> "1"', '_:x2 <urn:q> "1"']],
    ['refer to themselves', ['_:x1 <urn:q> _:x2', '_:x2 <urn:q> _:x1']],
    ['are in nodes that refer to themselves', ['_:x2 <urn:q> _:x3', '_:x3 <urn:q> _:x2', '_:x3 <urn:p> _:x1']],
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

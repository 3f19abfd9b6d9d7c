import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkCrates } from '../../../../src/tasks/check/check-crates.js';
import { ShapeSources } from '../../../../src/tasks/check/shapes/shape-sources.js';
import { MemoryStore } from '../../../../src/store/memory-store.js';
import { documentText, sampleCrate } from '../helpers/sample-crate.js';

const PREFIXES = '@prefix sh: <http://www.w3.org/ns/shacl#> . @prefix schema: <http://schema.org/> . @prefix ex: <https://shapes.example/> .\n'; // prettier-ignore

let folder: string;
beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'crategraph-endless-'))));
afterEach(() => rm(folder, { recursive: true }));

async function shapesFile(turtle: string): Promise<string> {
  const file = join(folder, 'shapes.ttl');
  await writeFile(file, PREFIXES + turtle);
  return file;
}

async function crateNamed(name: string, description: string): Promise<string> {
  const draft = sampleCrate();
  const document = JSON.parse(documentText(draft) as string) as { '@graph': Record<string, unknown>[] };
  const root = document['@graph'].find((entity) => entity['@id'] === './');
  Object.assign(root ?? {}, { description });
  const file = join(folder, name, 'ro-crate-metadata.json');
  await mkdir(join(folder, name));
  await writeFile(file, JSON.stringify(document));
  return file;
}

test('a pattern without end is stopped by the time limit, which names the shape; other crates go on', async () => {
  const shapes = await shapesFile('ex:Quick a sh:NodeShape ; sh:targetClass schema:Dataset ; sh:property [ sh:path schema:name ; sh:minCount 1 ] . ex:Bomb a sh:NodeShape ; sh:targetClass schema:Dataset ; sh:property [ sh:path schema:description ; sh:pattern "^(a+)+$|season" ] .'); // prettier-ignore
  const crates = [await crateNamed('bomb', `${'a'.repeat(60)}!`), await crateNamed('fine', 'aaa')];
  const store = async () => new MemoryStore();
  const outcomes: unknown[] = [];
  const options = { store, files: false, shapes: [shapes], shapeSeconds: 2 };
  for await (const result of checkCrates(crates, options))
    outcomes.push('error' in result ? [result.error.code, result.error.message, result.error.hint] : result.findings.filter(({ rule }) => rule === 'shape')); // prettier-ignore
  expect(outcomes).toEqual([
    [
      'ERR_TIMEOUT',
      'the shape https://shapes.example/Bomb took longer than 2 s, the limit here',
      'simplify the shape, leave it out, or give it more time with --timeout',
    ],
    [],
  ]);
});

const HEAD = 'ex:Deep a sh:NodeShape ; sh:targetClass schema:Dataset ;';

test.each([
  ['sh:not in each other', `${HEAD} ${'sh:not [ '.repeat(3000)} sh:minCount 1 ${']'.repeat(3000)} .`, 'https://shapes.example/Deep has more than 100 shapes in each other'], // prettier-ignore
  ['paths in each other', `${HEAD} sh:property [ sh:minCount 1 ; sh:path ${'[ sh:zeroOrMorePath '.repeat(3000)} schema:name ${']'.repeat(3000)} ] .`, 'sh:path of https://shapes.example/Deep is no path'], // prettier-ignore
])('%s are refused', async (_, turtle, message) => {
  const sources = new ShapeSources([await shapesFile(turtle)]);
  await expect(sources.readFiles()).rejects.toMatchObject({
    code: 'ERR_SHAPES_INVALID',
    message: expect.stringContaining(message),
  });
});

test('paths that share their parts, and thousands of shapes, are read at once', async () => {
  const paths = Array.from({ length: 45 }, (_, n) => `_:p${n} sh:alternativePath ( ${n === 44 ? 'schema:name schema:url' : `_:p${n + 1} _:p${n + 1}`} ) .`); // prettier-ignore
  const shapes = Array.from({ length: 10_000 }, (_, n) => `[] a sh:NodeShape ; sh:targetNode ex:n${n} ; sh:and ( [ sh:nodeKind sh:IRI ] ) .`); // prettier-ignore
  const turtle = `${HEAD} sh:property [ sh:path _:p0 ; sh:minCount 1 ] . ${paths.join('\n')}\n${shapes.join('\n')}`;
  const [read] = await new ShapeSources([await shapesFile(turtle)]).readFiles();
  expect(read?.quads.length).toBeGreaterThan(60_000);
});

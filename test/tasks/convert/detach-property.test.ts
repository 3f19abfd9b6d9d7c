import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { detachCrate } from '../../../src/tasks/convert/detach/detach-crate.js';
import type { JsonObject, JsonValue } from '../../../src/crate/json/value.js';
import { openContexts } from '../../../src/package/contexts/open-contexts.js';
import { crate, writeCrate } from '../../cli/helpers/crates.js';
import { tries } from '../../helpers/seed.js';
import { scratch } from '../../package/helpers/crate-forms.js';

const FILES = 'https://files.example/';
const contexts = openContexts({ offline: true });
const segment = fc.constantFrom('a', 'b', 'c d', 'é');
const path = fc.array(segment, { minLength: 1, maxLength: 4 }).map((segments) => `${segments.join('/')}.txt`);
/** Files, which of them and of their folders the crate describes, and which of these are in which list. */
const tree = fc.record({
  paths: fc.uniqueArray(path, { minLength: 1, maxLength: 8 }),
  describes: fc.infiniteStream(fc.boolean()),
  lists: fc.infiniteStream(fc.boolean()),
});

const foldersOf = (file: string) => [...file.matchAll(/\//g)].map(({ index }) => file.slice(0, index + 1));
const members = (entity: JsonObject | undefined) =>
  [entity?.['hasPart'] ?? []].flat().map((one) => (one as JsonObject)['@id'] as string);

/** Everything that a folder leads to along `hasPart`. */
function reachable(from: string, entities: ReadonlyMap<string, JsonObject>): Set<string> {
  const seen = new Set<string>();
  const next = [from];
  for (let id = next.pop(); id !== undefined; id = next.pop())
    for (const member of members(entities.get(id)))
      if (!seen.has(member)) {
        seen.add(member);
        next.push(member);
      }
  return seen;
}

it('A3: whoever follows hasPart from a folder finds each of its files once, and every entity is described', async () => {
  const home = await scratch();
  let count = 0;
  await fc.assert(
    fc.asyncProperty(tree, async ({ paths, describes, lists }) => {
      const folders = [...new Set(paths.flatMap(foldersOf))];
      const isDescribed = () => describes.next().value === true;
      const [knownFolders, knownFiles] = [folders.filter(isDescribed), paths.filter(isDescribed)];
      const partsOf = (folder: string): JsonValue[] =>
        [...knownFolders, ...knownFiles]
          .filter((one) => one !== folder && one.startsWith(folder) && lists.next().value === true)
          .map((one) => ({ '@id': encodeURI(one) }));
      const entities = [
        ...knownFolders.map((id) => ({ '@id': encodeURI(id), '@type': 'Dataset', hasPart: partsOf(id) })),
        ...knownFiles.map((id) => ({ '@id': encodeURI(id), '@type': 'File' })),
      ];
      const root = await writeCrate(join(home, String((count += 1))), crate({ entities }));
      for (const one of paths) {
        await mkdir(dirname(join(root, one)), { recursive: true });
        await writeFile(join(root, one), one);
      }
      const { chunks } = await detachCrate(root, { contexts, filesUrl: FILES });
      const graph = (JSON.parse(Buffer.concat(chunks).toString()) as { '@graph': JsonObject[] })['@graph'];
      const byId = new Map(graph.map((one) => [one['@id'] as string, one]));
      expect(byId.size).toBe(graph.length);
      for (const folder of knownFolders) {
        const id = [...byId.keys()].find((one) => decodeURI(one).replace(/^arcp:\/\/[^/]+\//, '') === folder) as string;
        const found = reachable(id, byId);
        const wanted = paths.filter((one) => one.startsWith(folder)).map((one) => FILES + encodeURI(one));
        expect(
          [...found]
            .filter((one) => one.startsWith(FILES))
            .map(encoded)
            .sort(),
        ).toEqual(wanted.sort());
        expect([...found].filter((one) => !byId.has(one))).toEqual([]);
      }
      for (const one of graph) expect(new Set(members(one)).size).toBe(members(one).length);
    }),
    tries(500),
  );
});

/** With international characters encoded, which crategraph leaves as they are. */
function encoded(iri: string): string {
  return encodeURI(decodeURI(iri));
}

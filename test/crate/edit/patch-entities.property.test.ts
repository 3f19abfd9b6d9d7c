import fc from 'fast-check';
import { patchEntities } from '../../../src/crate/edit/patch-entities.js';
import { entitiesAmong } from '../../../src/crate/json/lazy-document.js';
import type { JsonObject, JsonValue } from '../../../src/crate/json/value.js';
import { metadataDocument, GENERATED_CONTEXTS } from '../../helpers/documents.js';
import { open } from '../../helpers/read.js';
import { tries } from '../../helpers/seed.js';
import { graphOf, layout } from '../entities/helpers.js';

const scalar = fc.oneof(fc.string({ unit: 'grapheme', maxLength: 6 }), fc.integer(), fc.boolean(), fc.constant(null));
const value: fc.Arbitrary<JsonValue> = fc.oneof(
  { weight: 3, arbitrary: scalar as fc.Arbitrary<JsonValue> },
  { weight: 2, arbitrary: fc.constantFrom('#a', '#b', './x').map((id): JsonValue => ({ '@id': id })) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<JsonValue> },
);

/** Does something to a value of an object: arrays lose, gain, replace and move items. */
const edit = fc.record({
  key: fc.nat(),
  does: fc.constantFrom('drop', 'put', 'append', 'take', 'replace', 'reverse', 'single'),
  at: fc.nat(),
  value,
  name: fc.constantFrom('name', 'author', 'hasPart', 'new', '__proto__'),
});
type Edit = typeof edit extends fc.Arbitrary<infer T> ? T : never;

function applied(object: JsonObject, { key, does, at, value: given, name }: Edit): JsonObject {
  const entries = new Map(Object.entries(object));
  const keys = [...entries.keys()].filter((one) => !one.startsWith('@'));
  const chosen = keys[key % (keys.length || 1)];
  if (does === 'put' || chosen === undefined) entries.set(name, given);
  else if (does === 'drop') entries.delete(chosen);
  else {
    const items = [entries.get(chosen) ?? null].flat(1);
    const place = at % (items.length || 1);
    if (does === 'append') items.push(given);
    if (does === 'take') items.splice(place, 1);
    if (does === 'replace') items[place] = given;
    if (does === 'reverse') items.reverse();
    entries.set(chosen, does === 'single' ? (items[0] ?? null) : items);
  }
  return Object.fromEntries(entries);
}

const changes = fc.array(fc.record({ position: fc.nat(), isGone: fc.boolean(), edits: fc.array(edit, { maxLength: 4 }) }), {
  maxLength: 5,
}); // prettier-ignore
const added = fc.array(fc.record({ '@id': fc.webUrl(), name: value }), { maxLength: 3 });

it('a patched document says exactly what the patches say, and keeps the text of everything else', async () => {
  await fc.assert(
    fc.asyncProperty(metadataDocument, layout, changes, added, async (document, write, wanted, more) => {
      const text = write(document);
      const read = await open(text, { contexts: GENERATED_CONTEXTS });
      const objects = read.json.windows.flatMap((window) => entitiesAmong(read.json.entities(window)));
      const changed = new Map<number, JsonObject | undefined>();
      for (const { position, isGone, edits } of wanted) {
        const at = position % objects.length;
        changed.set(at, isGone ? undefined : edits.reduce(applied, changed.get(at) ?? (objects[at] as JsonObject)));
      }
      const chunks = [...patchEntities(read, { changed, added: more, terms: {} })];
      const patched = new TextDecoder('utf-8', { ignoreBOM: true }).decode(Buffer.concat(chunks));
      const now = objects.flatMap((object, at) => (changed.has(at) ? (changed.get(at) ?? []) : object));
      expect(graphOf(patched)).toEqual(JSON.parse(JSON.stringify([...now, ...more])));
      expect(patched.startsWith('\ufeff')).toBe(text.startsWith('\ufeff'));
      if (changed.size + more.length === 0) expect(patched).toBe(text);
      for (const [at, object] of objects.entries())
        if (!changed.has(at)) expect(textOf(patched)).toContain(textOf(write(object)));
    }),
    tries(4000),
  );
});

/** A text without its white space. */
function textOf(text: string): string {
  return text.replace(/^\ufeff/, '').replace(/\s/g, '');
}

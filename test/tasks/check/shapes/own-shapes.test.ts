import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { checkCrate } from '../../../../src/tasks/check/check-crate.js';
import { checkDocument, uncheckable } from '../../../../src/tasks/check/check-document.js';
import { RULES } from '../../../../src/tasks/check/rules.js';
import type { JsonObject, JsonValue } from '../../../../src/crate/json/value.js';
import { openBytes } from '../../../../src/package/open/open-crate.js';
import { openContexts } from '../../../../src/package/contexts/open-contexts.js';
import { tries } from '../../../helpers/seed.js';
import { RULE_CASES } from '../cases.js';
import { documentBytes, sampleCrate, type Draft } from '../helpers/sample-crate.js';
import { ownShapes, SHAPED_RULES, verdicts } from './helpers/own-shapes.js';

const SHAPES = ownShapes();

async function verdictsOf(draft: Draft) {
  try {
    const contexts = openContexts({ offline: true });
    const bytes = documentBytes(draft);
    return verdicts(
      await checkDocument(await openBytes(bytes, { contexts, allNotes: true }), draft.facts, { shapes: SHAPES }),
    );
  } catch (error) {
    return verdicts(uncheckable(error));
  }
}

/** Rules whose cases are about what no shape sees: the document, or which of several roots is meant. */
const UNSEEN = new Set([
  'descriptor-exists',
  'descriptor-id',
  'root-only',
  'root-unambiguous',
  'root-exists',
  'base-usable',
]);

describe('our shapes', () => {
  it('are named after rules, with their severity', () => {
    expect(SHAPED_RULES.length).toBeGreaterThan(8);
    expect(SHAPED_RULES.filter((name) => !RULES.some(({ id }) => id === name))).toEqual([]);
  });

  it.each(['1.0', '1.1', '1.2', '1.3'])('find nothing in the sample of version %s', async (version) => {
    expect(await verdictsOf(sampleCrate(version))).toMatchObject({ shapes: [] });
  });

  it.each(RULE_CASES.filter(({ rule }) => !UNSEEN.has(rule)))('agree with the rules: $rule, $name', async (one) => {
    for (const change of [one.breaks, one.keeps]) {
      const draft = sampleCrate(one.version);
      change(draft);
      const { rules, shapes } = await verdictsOf(draft);
      expect(shapes).toEqual(rules);
    }
  });

  it('agree with the rules about generated changes of the sample', async () => {
    const ids = ['ro-crate-metadata.json', './'];
    const keys = ['@type', 'name', 'description', 'datePublished', 'license', 'publisher', 'about', 'conformsTo'];
    const value: fc.Arbitrary<JsonValue> = fc.oneof(
      fc.constantFrom<JsonValue>('Dataset', 'CreativeWork', 'text', ' ', '2026', [], null, 5, true),
      fc.constantFrom<JsonValue>({ '@id': './' }, { '@id': '#x' }, { '@value': 'Text', '@language': 'da' }),
      fc.constantFrom<JsonValue>(
        { '@id': 'https://w3id.org/ro/crate/1.2' },
        { '@id': 'https://w3id.org/ro/crate/1.1' },
      ),
    );
    const change = fc.record({
      id: fc.constantFrom(...ids),
      key: fc.constantFrom(...keys),
      value: fc.oneof(value, fc.array(value, { maxLength: 3 }), fc.constant(undefined)),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('1.0', '1.1', '1.2', '1.3'),
        fc.array(change, { minLength: 1, maxLength: 3 }),
        async (version, changes) => {
          const draft = sampleCrate(version);
          for (const { id, key, value } of changes) {
            if (key === 'about' || (id === './' && key === '@type')) continue; // another root, or none
            const entity: JsonObject = draft.entity(id);
            if (value === undefined) delete entity[key];
            else if (key !== '@type' || typeof value === 'string') entity[key] = value;
          }
          const { rules, shapes } = await verdictsOf(draft);
          expect(shapes).toEqual(rules);
        },
      ),
      tries(200),
    );
  });

  it.each(readdirSync('data/crates').filter((name) => !name.includes('.')))(
    'agree with the rules about %s',
    async (name) => {
      const { rules, shapes } = verdicts(await checkCrate(join('data/crates', name), { shapes: SHAPES }));
      expect(shapes).toEqual(rules);
    },
  );
});

import fc from 'fast-check';
import { editDocument } from '../../../src/crate/edit/edit-document.js';
import { crateBase } from '../../../src/crate/base.js';
import { CrateError } from '../../../src/base/errors.js';
import { repairIri } from '../../../src/base/rdf/iri-repair.js';
import { resolveIri } from '../../../src/base/rdf/iri.js';
import { GENERATED_CONTEXTS, metadataDocument } from '../../helpers/documents.js';
import { canonical, oracle } from '../../helpers/oracle.js';
import { BASE, open } from '../../helpers/read.js';
import { SEED, runs, tries } from '../../helpers/seed.js';
import { generate, recipes } from '../../torture/generate.js';
import { graphOf } from '../follow/helpers.js';
import { changedStrings, namedBy, renamedGraph, textOf } from './helpers.js';

const options = { contexts: GENERATED_CONTEXTS };

/** How a document may be laid out. */
const formats: readonly ((value: object) => string)[] = [
  (value) => JSON.stringify(value, null, 2),
  (value) => JSON.stringify(value, null, '\t').replaceAll('\n', '\r\n'),
  (value) => JSON.stringify(value),
  (value) => `\ufeff${JSON.stringify(value, null, 1)}\n`,
];

/** New identifiers of every form, for some of the old ones. */
const naming = fc.array(fc.constantFrom('https://h.example/n', 'moved/n', '#n', './d/n', 'urn:n:', undefined), {
  minLength: 1,
  maxLength: 5,
});

/** The text after some identifiers have changed, and their names; undefined if that is refused. */
async function renamedText(text: string, forms: readonly (string | undefined)[]) {
  const names = await namedBy(
    text,
    (_, index) => {
      const form = forms[index % forms.length];
      return form === undefined ? undefined : `${form}${index}`;
    },
    options,
  );
  const written = await editDocument(await open(text, options), { ids: names, drop: new Map(), add: [] });
  const base = crateBase((await open(text, options)).base.iri, 'known-source');
  const iris = new Map([...names].map(([iri, id]) => [iri, resolveIri(id, base.iri)]));
  return { text: textOf(written), names, iris, reading: { ...options, base } };
}

/** Bad contexts and identifiers are refused with an error of ours. */
function refused(error: unknown): undefined {
  if (error instanceof CrateError && error.code !== 'ERR_PLAN_INVALID') return undefined;
  throw error;
}

describe('generated documents with other identifiers', () => {
  it('change in nothing but these, and state the same of the renamed nodes', async () => {
    let [count, judged] = [0, 0];
    await fc.assert(
      fc.asyncProperty(metadataDocument, fc.constantFrom(...formats), naming, async (document, format, forms) => {
        const text = format(document);
        const after = await renamedText(text, forms).catch(refused);
        if (after === undefined) return;
        count += 1;
        const expected = await renamedGraph(text, after.iris, options);
        expect(await graphOf(after.text, options)).toEqual(expected);
        const changed = changedStrings(text, after.text);
        const written = new Set(after.names.values());
        const others = [...changed].filter(([, now]) => [...now].some((one) => !written.has(one)));
        expect(others).toEqual([]);
        const read = (one: string) => oracle(JSON.parse(one.replace(/^\ufeff/, '')), BASE.iri, GENERATED_CONTEXTS);
        const before = await read(text)
          .then(canonical)
          .catch(() => []);
        if (before.join() !== (await graphOf(text, options)).join()) return;
        judged += 1;
        expect(await canonical(await read(after.text))).toEqual(expected);
      }),
      tries(1000),
    );
    expect(count).toBeGreaterThan(runs(500));
    console.log({ count, judged });
  });

  it('get their exact text back with the old identifiers', async () => {
    let count = 0;
    await fc.assert(
      fc.asyncProperty(metadataDocument, fc.constantFrom(...formats), async (document, format) => {
        const text = format(document);
        const after = await renamedText(text, ['https://h.example/n']).catch(refused);
        if (after === undefined) return;
        const spellings = changedStrings(text, after.text);
        const once = new Map([...spellings].map(([old, now]) => [[...now].join(), old]));
        if (once.size < spellings.size) return; // a node with two spellings
        // An edit writes only legal identifiers, absolute or below the crate root.
        if (
          [...spellings.keys()].some(
            (id) => repairIri(id) !== id || /^(?:$|\/|@|(?!https?:)[^/]*:)|(?:^|\/)\.\.(?:\/|$)/.test(id),
          )
        )
          return;
        count += 1;
        const back = await namedBy(after.text, (id) => once.get(id), options);
        const again = await editDocument(await open(after.text, options), { ids: back, drop: new Map(), add: [] });
        expect(textOf(again)).toBe(text);
      }),
      tries(500),
    );
    expect(count).toBeGreaterThan(runs(100));
  });
});

describe('unusual but legal documents with other identifiers', () => {
  it('state the same of the renamed nodes', async () => {
    const all = [...recipes(SEED, runs(4000), 1)];
    const faults: string[] = [];
    const rewritten: string[] = [];
    let [count, same] = [0, 0];
    for (const recipe of all) {
      const text = generate(recipe);
      const after = await renamedText(text, ['https://h.example/n', 'moved/n', undefined]).catch((error: unknown) => {
        if (error instanceof CrateError) return undefined;
        throw error;
      });
      if (after === undefined) continue;
      count += 1;
      const [expected, found] = [
        await renamedGraph(text, after.iris, after.reading),
        await graphOf(after.text, after.reading),
      ];
      if (expected.join() !== found.join()) {
        const lines = [...expected.filter((one) => !found.includes(one)).map((one) => `- ${one}`), ...found.filter((one) => !expected.includes(one)).map((one) => `+ ${one}`)]; // prettier-ignore
        faults.push(`${recipe.seed} ${recipe.features.join(' + ')}\n${lines.slice(0, 6).join('')}`);
      }
      try {
        changedStrings(text, after.text);
        same += 1;
      } catch {
        rewritten.push(recipe.features.join(' + '));
      }
    }
    console.log({ documents: all.length, count, same, rewritten });
    expect(faults.slice(0, 6).join('\n')).toBe('');
  });
});

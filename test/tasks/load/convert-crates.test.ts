import { cp, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { convertCrates, loadCrates, openStore, type ConversionResult, type ConvertCratesOptions } from '../../../src/index.js'; // prettier-ignore
import type { CrateArgument } from '../../../src/package/open/crate-argument.js';
import { quadToNQuads } from '../../../src/base/rdf/nquads.js';
import { unskolemizeNQuads } from '../../../src/base/rdf/skolem.js';
import { crate, EXAMPLES, SURVEY, writeCrate } from '../../cli/helpers/crates.js';
import { quadsOf } from '../../helpers/stored.js';
import { scratch, zipOf } from '../../package/helpers/crate-forms.js';

const ATLAS = join(EXAMPLES, 'coastal-atlas');

/** A crate with a blank node. */
const withBlank = (name: string) =>
  crate({ name, entities: [{ '@id': '_:place', '@type': 'Place', name: `“_:${name}”` }] });

async function all(
  crates: Iterable<CrateArgument> | AsyncIterable<CrateArgument>,
  options: ConvertCratesOptions = {},
): Promise<{ text: string; results: ConversionResult[] }> {
  let text = '';
  const results: ConversionResult[] = [];
  for await (const { result, nquads } of convertCrates(crates, options)) {
    results.push(result);
    for (const chunk of nquads) text += Buffer.from(chunk).toString();
  }
  return { text, results };
}

/** A folder of crates with a blank node each, and their places. */
async function many(count: number): Promise<string[]> {
  const folder = await scratch();
  const names = Array.from({ length: count }, (_, index) => join(folder, `c${index}`));
  for (const name of names) await writeCrate(name, withBlank(name.slice(folder.length)));
  return names;
}

describe('convertCrates', () => {
  it('gives the quads that a load stores, crate by crate in the order of the arguments', async () => {
    const folder = await scratch();
    await writeCrate(join(folder, 'blank'), withBlank('x'));
    await writeFile(join(folder, 'c.zip'), zipOf({ 'ro-crate-metadata.json': JSON.stringify(withBlank('z')) }));
    const crates = [join(folder, 'c.zip'), SURVEY, join(folder, 'blank'), ATLAS];
    const { text, results } = await all(crates);
    const store = await openStore('memory:');
    await loadCrates(store, crates);
    const lines = text.trimEnd().split('\n');
    expect(lines.toSorted()).toEqual((await quadsOf(store)).map((quad) => quadToNQuads(quad).trimEnd()).toSorted());
    expect(lines).toHaveLength(results.reduce((sum, { quads = 0 }) => sum + quads, 0));
    const graphs = [...new Set(lines.map((line) => /<([^>]*)> \.$/.exec(line)?.[1]))];
    expect(graphs).toEqual(results.map(({ graph }) => graph));
    expect(results.map(({ status }) => status)).toEqual(['converted', 'converted', 'converted', 'converted']);
  });

  it('gives the same bytes again, from another folder and in another order', async () => {
    const crates = await many(20);
    const { text, results } = await all(crates);
    expect(await all(crates)).toEqual({ text, results });
    const folder = await scratch();
    const copies = crates.map((_, index) => join(folder, `${index}`));
    for (const [index, copy] of copies.entries()) await cp(crates[index] as string, copy, { recursive: true });
    expect((await all(copies)).text).toBe(text);
    expect((await all(crates.toReversed())).text.split('\n').toSorted()).toEqual(text.split('\n').toSorted());
  });

  it('writes blank nodes as IRIs on request', async () => {
    const crates = await many(2);
    const { text } = await all(crates);
    const { text: iris } = await all(crates, { skolem: true });
    expect(text).toMatch(/^_:/m);
    expect(iris).not.toMatch(/(?:^|> )_:/m);
    expect(Buffer.from(unskolemizeNQuads(Buffer.from(iris))).toString()).toBe(text);
  });

  it('reports a crate that fails, writes nothing of it, and goes on', async () => {
    const folder = await scratch();
    await writeCrate(join(folder, 'late'), JSON.stringify(withBlank('x')).replace(/\}\]\}$/, '},]}'));
    const { text, results } = await all(['missing', '-', join(folder, 'late'), ATLAS], {});
    expect(results.map(({ status, error }) => [status, error?.code])).toEqual([
      ['failed', 'ERR_NOT_FOUND'],
      ['failed', 'ERR_USAGE'],
      ['failed', 'ERR_JSON_SYNTAX'],
      ['converted', undefined],
    ]);
    expect(text).toBe((await all([ATLAS])).text);
  });

  it('says that an earlier crate has the same graph', async () => {
    const { text, results } = await all([ATLAS, SURVEY, ATLAS]);
    expect(results.map(({ repeated }) => repeated)).toEqual([undefined, undefined, true]);
    expect(text.split(/(?<=\n)/)).toHaveLength(73 + 102 + 73);
  });

  it('finds the crates of a folder tree and of an RDF file, and names what it passes over', async () => {
    const folder = await scratch();
    await writeCrate(join(folder, 'tree', 'a'), crate({ name: 'A' }));
    await writeCrate(join(folder, 'tree', 'b'), crate({ name: 'B' }));
    await writeFile(join(folder, 'tree', 'odd.json'), JSON.stringify(crate()));
    const passedOver: string[] = [];
    const { text, results } = await all([join(folder, 'tree')], { onPassedOver: ({ file }) => void passedOver.push(file) }); // prettier-ignore
    expect(results).toHaveLength(2);
    expect(passedOver).toEqual([join(folder, 'tree', 'odd.json')]);
    await writeFile(join(folder, 'all.nq'), text);
    const again = await all([join(folder, 'all.nq')]);
    expect(again.results.map(({ graph }) => graph)).toEqual(results.map(({ graph }) => graph));
    expect(again.text.split('\n').toSorted()).toEqual(text.split('\n').toSorted());
  });

  it('gives a crate before the next one is known', async () => {
    let known = 0;
    let goOn: () => void = () => undefined;
    async function* slow(): AsyncGenerator<string> {
      for (const one of [ATLAS, SURVEY]) {
        known += 1;
        yield one;
        await new Promise<void>((done) => (goOn = done));
      }
    }
    const converted = convertCrates(slow());
    expect((await converted.next()).value).toMatchObject({ result: { graph: 'https://example.org/coastal-atlas/' } });
    expect(known).toBe(1);
    goOn();
    expect((await converted.next()).value).toMatchObject({ result: { status: 'converted' } });
    await converted.return(undefined); // although the list still waits
  });

  it('asks for no more crates than it needs when the reader is slow', async () => {
    const crates = await many(40);
    let known = 0;
    const counted = convertCrates((function* () {
      for (const one of crates) {
        known += 1;
        yield one;
      }
    })()); // prettier-ignore
    await counted.next();
    await new Promise((done) => setTimeout(done, 50));
    expect(known).toBeLessThan(15);
    await counted.return(undefined);
  });

  it('stops when the signal aborts, even while it waits for the list', async () => {
    const controller = new AbortController();
    async function* endless(): AsyncGenerator<string> {
      yield ATLAS;
      await new Promise(() => undefined);
    }
    const converted = convertCrates(endless(), { signal: controller.signal });
    await converted.next();
    const next = converted.next();
    controller.abort(new Error('enough'));
    await expect(next).rejects.toThrow('enough');
  });

  it('throws what the list throws', async () => {
    const broken = (async function* (): AsyncGenerator<string> {
      yield ATLAS;
      throw new Error('the list broke');
    })();
    const converted = convertCrates(broken);
    await expect((async () => { for await (const _ of converted); })()).rejects.toThrow('the list broke'); // prettier-ignore
  });

  it('takes one repair for a failure with strict', async () => {
    const folder = await scratch();
    await mkdir(join(folder, 'odd'));
    await writeCrate(join(folder, 'odd'), crate({ entities: [{ '@id': 'a b.txt', '@type': 'File' }] }));
    const [result] = (await all([join(folder, 'odd')], { strict: true })).results;
    expect(result).toMatchObject({ status: 'failed', error: { code: 'ERR_STRICT' } });
  });
});

import { EventEmitter } from 'node:events';
import { createReadStream, readFileSync } from 'node:fs';
import { PassThrough, Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Quad } from '@rdfjs/types';
import { DataFactory, Store } from 'n3';
import { crateBase } from '../../../src/crate/base.js';
import type { Report } from '../../../src/crate/read/report.js';
import { openCrateDocument } from '../../../src/package/open/open-crate.js';
import { toDataset } from '../../../src/tasks/rewrite/crate-rdf.js';
import { rdfToCrate } from '../../../src/tasks/rewrite/rdf-to-crate.js';
import { RoCrateParser, RoCrateSerializer } from '../../../src/tasks/rewrite/rdfjs-sinks.js';
import { writeCrateDocument, writeCrateText } from '../../../src/tasks/rewrite/write-crate.js';

const { literal, quad } = DataFactory;
const FILE = 'data/crates/coastal-atlas/coastal-atlas-ro-crate-metadata.json';
const TEXT = readFileSync(FILE, 'utf8');
const BASE = 'https://example.org/coastal-atlas/';

async function textOf(stream: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const chunk of stream) text += chunk;
  return text;
}

describe('RoCrateParser', () => {
  it('imports a stream of bytes, in chunks that end anywhere', async () => {
    const store = new Store();
    for await (const quad of new RoCrateParser().import(createReadStream(FILE, { highWaterMark: 7 }))) store.add(quad);
    expect(store.size).toBe((await toDataset(FILE)).size);
  });

  it('is part of a pipeline', async () => {
    let count = 0;
    const sink = new Writable({ objectMode: true, write: (_quad, _, done) => done(void (count += 1)) });
    await pipeline(createReadStream(FILE), new RoCrateParser({ graph: 'urn:g' }), sink);
    expect(count).toBe(73);
  });

  it('imports a stream that only has events, and may import several', async () => {
    const parser = new RoCrateParser({ graph: 'urn:g' });
    for (let time = 0; time < 2; time += 1) {
      const events = new EventEmitter();
      const quads = parser.import(events);
      events.emit('data', TEXT.slice(0, 100));
      events.emit('data', TEXT.slice(100));
      events.emit('end');
      const found: Quad[] = [];
      for await (const quad of quads) found.push(quad as Quad);
      expect(found).toHaveLength(73);
      expect(found[0]?.graph.value).toBe('urn:g');
    }
  });

  it('gives the document and its report', async () => {
    let report: Report | undefined;
    const bad = TEXT.replace('"name": "Coastal atlas', '"image": { "@id": "my map.png" }, "name": "Coastal atlas');
    expect(bad).not.toBe(TEXT);
    const parser = new RoCrateParser({ onDocument: (document) => (report = document.report) });
    for await (const _ of parser.import(Readable.from([bad])));
    expect(JSON.stringify(report?.notes)).toContain('my map.png');
  });

  it.each([
    ['bytes that are not JSON', () => Readable.from(['{ "@graph": [ }']), { code: 'ERR_JSON_SYNTAX' }],
    ['no bytes', () => Readable.from([]), { code: 'ERR_JSON_SYNTAX' }],
    ['objects', () => Readable.from([{ a: 1 }]), { code: 'ERR_USAGE' }],
  ])('emits an error and neither quads nor `end`: %s', async (_, stream, expected) => {
    const quads = new RoCrateParser().import(stream());
    const events: string[] = [];
    for (const event of ['data', 'end']) quads.on(event, () => events.push(event));
    const closed = new Promise((resolve) => quads.on('close', resolve));
    const error = await new Promise((resolve) => quads.on('error', resolve));
    expect(error).toMatchObject(expected);
    await closed;
    expect(events).toEqual([]);
  });

  it('passes the error and the early end of its source on', async () => {
    const failing = new PassThrough();
    const first = new RoCrateParser().import(failing);
    failing.destroy(new Error('connection lost'));
    await expect(first.toArray()).rejects.toThrow('connection lost');
    const ending = new PassThrough();
    const second = new RoCrateParser().import(ending);
    ending.write(TEXT.slice(0, 100));
    ending.destroy();
    await expect(second.toArray()).rejects.toMatchObject({ code: 'ERR_STREAM_PREMATURE_CLOSE' });
  });

  it('stops when its reader does', async () => {
    const source = createReadStream(FILE);
    for await (const _ of new RoCrateParser().import(source)) break;
    expect(source.destroyed).toBe(true);
  });
});

describe('RoCrateSerializer', () => {
  it('writes the quads of a stream', async () => {
    const dataset = await toDataset(FILE);
    const text = await textOf(new RoCrateSerializer({ base: BASE }).import(dataset.toStream()));
    expect(JSON.parse(text)).toEqual(await rdfToCrate(dataset, { base: BASE }));
    expect(text).toMatch(/^\{\n {2}"@context": "https:/);
  });

  it('follows a document, so that a change is a diff of one line', async () => {
    const like = await openCrateDocument(FILE);
    const parser = new RoCrateParser();
    const quads = parser.import(createReadStream(FILE));
    expect(await textOf(new RoCrateSerializer({ like }).import(quads))).toBe(TEXT);
    const dataset = await toDataset(FILE);
    const changed = [...dataset].map((old) =>
      old.object.value === 'Coastal atlas of the Tarn estuary'
        ? quad(old.subject, old.predicate, literal('Atlas of the coast'))
        : old,
    );
    const lines = (await writeCrateText(changed, { like })).split('\n');
    expect(lines.filter((line, at) => line !== TEXT.split('\n')[at])).toEqual([expect.stringContaining('Atlas of the coast')]); // prettier-ignore
  });

  it('needs no options, as writing a document of quads needs none', async () => {
    const dataset = await toDataset(FILE);
    const document = await rdfToCrate(dataset);
    expect(await writeCrateDocument(dataset)).toEqual(document);
    expect(JSON.parse(await writeCrateText(dataset))).toEqual(document);
    expect(await textOf(new RoCrateSerializer().import(dataset.toStream()))).toBe(await writeCrateText(dataset));
    await expect(writeCrateText([])).rejects.toMatchObject({ code: 'ERR_ROOT_NOT_FOUND' });
  });

  it('takes the options that are given, and finds the others in the quads', async () => {
    const dataset = await toDataset(FILE);
    const base = crateBase('https://example.org/', 'given');
    expect(await writeCrateDocument(dataset, { base, root: undefined })).toMatchObject({
      '@context': expect.stringMatching(/^https:/),
      '@graph': expect.arrayContaining([expect.objectContaining({ '@id': expect.stringMatching(/^\w+.*\/$/) })]),
    });
    const context = ['https://w3id.org/ro/crate/1.1/context', { isOurs: 'https://example.org/isOurs' }];
    expect(await writeCrateDocument(dataset, { context })).toMatchObject({
      '@context': expect.arrayContaining(context),
    });
  });

  it('emits an error for anything that is not a quad', async () => {
    const serializer = new RoCrateSerializer().import([{ subject: 1 } as never]);
    await expect(serializer.toArray()).rejects.toMatchObject({ code: 'ERR_USAGE' });
    await expect(new RoCrateSerializer().import([]).toArray()).rejects.toMatchObject({ code: 'ERR_ROOT_NOT_FOUND' });
  });
});

import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { JsonObject, JsonValue } from '../../../src/crate/json/value.js';
import { openPackage } from '../../../src/package/open/open-package.js';
import { EXAMPLES } from '../../cli/helpers/crates.js';
import { runHere } from '../../cli/helpers/run-here.js';
import { describeWithShared } from '../../helpers/shared.js';
import { scratch } from '../../package/helpers/crate-forms.js';
import { answerFile, serve } from '../../package/helpers/server.js';
import { sha256Of } from './helpers/download-plan.js';

const FORK = '#fork';
const SOFTWARE = 'https://github.com/crategraph/crategraph';
/** What a fork has to say of its own. */
const OF_FORK = ['datePublished', 'identifier', 'isBasedOn', 'mentions', 'publisher'].map((name) => `./ ${name}`);
const WAYS = {
  published: (url: string) => ['--published', url],
  files: (url: string) => ['--files', url],
  'no-browsing': (url: string) => ['--published', url, '--no-browsing'],
};

/** Detaches a folder that is on the web, attaches the result with its files, and compares it with the folder. */
async function roundTrip(folder: string, way: keyof typeof WAYS, output: string) {
  const { url } = await serve((request, response) => {
    const path = join(folder, decodeURIComponent(request.url ?? '/'));
    const answer = async () => {
      if (!(await stat(path)).isDirectory()) return answerFile(request, response, await readFile(path));
      const links = (await readdir(path)).map((name) => `<a href="${encodeURIComponent(name)}">${name}</a>`);
      response.setHeader('content-type', 'text/html').end(links.join('\n'));
    };
    answer().catch(() => response.writeHead(404).end());
  });
  const away = join(await scratch(), 'x-ro-crate-metadata.json');
  const place = join(await scratch(), output);
  const detached = await runHere('detach', folder, ...WAYS[way](`${url}/`), '-o', away, '--offline');
  expect(detached).toMatchObject({ status: 0 });
  const attach = () => runHere('attach', away, '--download', '--hosts', '127.0.0.1', '-o', place, '--json');
  const ran = await attach();
  const [before, after] = [await contentOf(folder), await contentOf(place)];
  expect((await attach()).stdout).toContain('"files": []');
  expect(await contentOf(place)).toEqual(after);
  const repairs = async (crate: string) =>
    / (\d+) repairs/.exec((await runHere('load', crate, '--store', 'memory:', '--offline')).stdout)?.[1];
  expect(await repairs(place)).toBe(await repairs(folder));
  const { stdout } = await runHere('inventory', place, '--json', '--offline');
  const problems = (JSON.parse(stdout) as { status: string }[]).filter(({ status }) => status === 'missing');
  return { before, after, ran, problems, differences: differences(before.document, after.document) };
}

/** The checksum of each file, and the document. */
async function contentOf(place: string) {
  const opened = await openPackage(place);
  const sums: Record<string, string> = {};
  for await (const { path, content } of opened.files()) {
    const chunks: Uint8Array[] = [];
    for await (const chunk of content()) chunks.push(chunk);
    if (path !== opened.metadata.name) sums[path] = sha256Of(Buffer.concat(chunks));
  }
  const document = JSON.parse(Buffer.from(opened.metadata.content.bytes).toString()) as JsonObject;
  await opened.close();
  return { sums, document };
}

/** `@id` and key of each value that differs, `+` before a new entity and `-` before one that is gone. */
function differences(before: JsonObject, after: JsonObject): string[] {
  const entities = (document: JsonObject) =>
    new Map((document['@graph'] as JsonObject[]).map((entity) => [entity['@id'] as string, entity]));
  const [old, now] = [entities(before), entities(after)];
  const same = (one: JsonValue | undefined, other: JsonValue | undefined) =>
    JSON.stringify(one) === JSON.stringify(other);
  const found = same(before['@context'], after['@context']) ? [] : ['@context'];
  for (const [id, entity] of old) {
    const other = now.get(id);
    if (other === undefined) found.push(`- ${id}`);
    else for (const key of new Set([...Object.keys(entity), ...Object.keys(other)])) if (!same(entity[key], other[key])) found.push(`${id} ${key}`); // prettier-ignore
  }
  return [...found, ...[...now.keys()].filter((id) => !old.has(id)).map((id) => `+ ${id}`)].sort();
}

const filesIn = (document: JsonObject) =>
  (document['@graph'] as JsonObject[]).filter((one) => [one['@type']].flat().includes('File')).map((one) => one['@id'] as string); // prettier-ignore

describe.each(['station-history', 'rainfall-model-run', 'rainfall-survey', 'herbarium-scans'])('%s', (name) => {
  it.each([
    ['published', 'out'],
    ['published', 'out.zip'],
    ['published', 'out.eln'],
    ['files', 'out'],
    ['files', 'out.eln'],
    ['no-browsing', 'out'],
    ['no-browsing', 'out.zip'],
  ] as const)('detached with --%s and attached to %s has the same files and says the same', async (way, output) => {
    const { before, after, ran, problems, differences: found } = await roundTrip(join(EXAMPLES, name), way, output);
    expect([ran.status, problems]).toEqual([0, []]);
    expect(after.sums).toEqual(before.sums);
    const retrieved = filesIn(before.document).filter((id) => !/^https?:/.test(id));
    const allowed = [`+ ${FORK}`, `+ ${SOFTWARE}`, ...OF_FORK, ...retrieved.map((id) => `${id} contentUrl`)];
    // --files records the place in the crate, for which old contexts have no term
    if (way === 'files') allowed.push('@context', ...retrieved.map((id) => `${id} localPath`));
    expect(found.filter((one) => !allowed.includes(one))).toEqual([]);
    expect(retrieved.length).toBeGreaterThan(0);
    expect(found).toEqual(expect.arrayContaining([`+ ${FORK}`, './ isBasedOn', './ mentions', `${retrieved[0] ?? ''} contentUrl`])); // prettier-ignore
  });
});

describeWithShared('real Attached Packages, detached and attached again', 'corpus/attached', (corpus) => {
  it.each([
    // Its folders are crates of their own, which a listing on the web does not describe.
    ['crate-with-subcrates', 'published', 1],
    ['crate-with-subcrates', 'files', 7],
    ['crate-with-subcrates', 'no-browsing', 7],
    // Its files have a contentUrl elsewhere.
    ['arocapi-greeting', 'published', 0],
    // Most of its files are only described.
    ['emo-bon-emt21-wa-16', 'no-browsing', 56],
  ] as const)('%s with --%s brings %i files back', async (name, way, count) => {
    const { before, after, problems, differences: found } = await roundTrip(join(corpus, name), way, 'out');
    for (const [path, sum] of Object.entries(after.sums)) expect([path, sum]).toEqual([path, before.sums[path]]);
    expect([Object.keys(after.sums).length, problems]).toEqual([count, []]);
    expect(found.filter((one) => !/^(?:[+-] |@context$|\.\/ )|(?:contentUrl|localPath|hasPart)$/.test(one))).toEqual(
      [],
    );
  });
});

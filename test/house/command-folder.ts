import { chmodSync, cpSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { spawn, spawnSync } from 'node:child_process';
import { crate } from '../cli/helpers/crates.js';
import { finished, freshFolder, runCli, startCli, temporaryFolder, type Ran } from '../cli/helpers/run.js';
import { gaugeCrate } from '../helpers/gauge-crate.js';
import { BIN } from '../helpers/build.js';
import { answerFile, serve } from '../package/helpers/server.js';
import { wordsOf } from './commands.js';

/** The graph that `my-crate/` has in the examples. */
const GRAPH = 'https://example.org/my-crate/';

/** What stands in the documents for a value of the reader. */
const VALUES: readonly [RegExp, string][] = [
  [/\bCRATE(?= -)/g, GRAPH],
  [/\bURL\b/g, 'https://example.org/crates/7'],
  [/(?<=^jq .*)FILE$/g, 'report.ndjson'],
  [/(?<=^crategraph backup )FILE$/g, 'copy.db'],
  [/(?<=^crategraph queries )NAME$/g, 'people'],
];

let prepared: Promise<string> | undefined;

/**
 * A folder with everything that the examples name: crates, RDF, a store with the crates. It is restored each time, at the
 * same path, because the store knows its crates by path too.
 */
export async function folderOfExamples(): Promise<string> {
  const kept = await (prepared ??= prepare());
  const folder = join(dirname(kept), 'examples');
  rmSync(folder, { recursive: true, force: true });
  cpSync(kept, folder, { recursive: true, verbatimSymlinks: true });
  return folder;
}

async function prepare(): Promise<string> {
  const home = await freshFolder('commands');
  const folder = join(home, 'examples');
  mkdirSync(folder);
  const here = (...parts: string[]): string => join(folder, ...parts);
  const survey = 'data/crates/rainfall-survey';
  cpSync('data/crates', here('crates'), { recursive: true });
  cpSync('data/site', folder, { recursive: true });
  cpSync('data/gazetteer.ttl', here('gazetteer.ttl'));
  symlinkSync(resolve('data'), here('data'));
  for (const name of ['my-crate', 'old-crate', 'new-crate']) cpSync(survey, here(name), { recursive: true });
  mkdirSync(here('my-data'));
  mkdirSync(here('queries'));
  for (const name of ['a', 'b', 'my-people', 'queries/names'])
    writeFileSync(here(`${name}.rq`), 'SELECT ?n { ?s schema:name ?n }\n');
  writeFileSync(here('my-data', 'levels.csv'), 'time,level\n');
  writeFileSync(here('drafts.txt'), '*.draft\n');
  writeFileSync(here('crates.csv'), 'crate,version\nmy-crate,1\nold-crate,1\n');
  writeFileSync(here('crategraph.toml'), '[[source]]\ncatalogue = "crates.csv"\n');
  writeFileSync(
    here('taxonomy.ttl'),
    '<https://example.org/taxonomy#wet> <http://www.w3.org/2000/01/rdf-schema#label> "Wet" .\n',
  );
  writeFileSync(here('terms.csv'), 'term,comment\ntideDatum,The level that all others are measured from\n');
  const document = await readFile(join(survey, 'ro-crate-metadata.json'), 'utf8');
  writeFileSync(here('ro-crate-metadata.json'), document);
  writeFileSync(here('new-crate/ro-crate-metadata.json'), document.replace('winter 2023', 'winter 2024'));
  cpSync('test/tasks/load/crate.rdf', here('my-crate.rdf'));
  const author = { '@type': 'Person', name: 'Ann' };
  writeFileSync(here('nested.json'), JSON.stringify(crate({ name: 'Nested', more: { author } })));
  const absolute = crate({ name: 'Absolute', root: GRAPH, descriptor: `${GRAPH}ro-crate-metadata.json` });
  writeFileSync(here('absolute.json'), JSON.stringify(absolute));
  const file = { '@id': 'https://example.org/atlas/a.csv', '@type': 'File', contentSize: 2e8 };
  const atlas = crate({ name: 'Atlas', root: 'https://example.org/atlas/', more: { hasPart: { '@id': file['@id'] } }, entities: [file] }); // prettier-ignore
  writeFileSync(here('atlas-ro-crate-metadata.json'), JSON.stringify(atlas));
  writeFileSync(here('report.ndjson'), '{"status":"failed"}\n');
  const places = ['data/daily rainfall.csv', 'data/stations.csv', 'notes/field-notes.txt'];
  writeFileSync(here('new-places.csv'), places.map((path, at) => `${path},https://example.org/${at}\n`).join(''));
  for (const name of ['north', 'south']) {
    mkdirSync(here(name));
    writeFileSync(here(name, 'ro-crate-metadata.json'), gaugeCrate('pier'));
  }
  mkdirSync(here('.config/fish/completions'), { recursive: true }); // fish makes it when it starts for the first time
  writePrograms(here('bin'));
  for (const argv of [
    ['load', 'crates/'],
    ['dump', '-o', 'crates.nq.gz'],
    ['load', 'my-crate', '--base', GRAPH],
    ['identities'],
    ['export', GRAPH, '-o', 'my-crate.zip', '--with-files'],
    ['export', GRAPH, '-o', 'my-crate.ttl'],
  ])
    expect(await runCli(argv, { cwd: folder })).toMatchObject({ status: 0 });
  const extract = ['profile', 'extract', 'north', 'south', '--permalink', 'https://example.org/tides'];
  for (const name of ['old-profile', 'new-profile'])
    await runCli([...extract, '-o', name, '--output-crates', `${name}-crates`], { cwd: folder });
  const context = here('new-profile/context.jsonld');
  const terms = await readFile(context, 'utf8');
  writeFileSync(context, terms.replace('": {', '": { "TideTable": "https://example.org/tides#TideTable",'));
  const planned = await runCli(['detach', 'my-crate', '--published', GRAPH, '--dry-run', '--json'], { cwd: folder });
  writeFileSync(here('plan.json'), planned.stdout);
  const kept = join(home, 'kept');
  renameSync(folder, kept);
  return kept;
}

/** The command on the PATH. Where jq is not installed, it prints what it reads. */
function writePrograms(folder: string): void {
  mkdirSync(folder);
  const write = (name: string, line: string): void => {
    writeFileSync(join(folder, name), `#!/bin/sh\n${line}\n`);
    chmodSync(join(folder, name), 0o755);
  };
  write('crategraph', `exec '${process.execPath}' '${resolve(BIN)}' "$@"`);
  if (spawnSync('jq', ['--version']).status !== 0)
    write('jq', 'for last; do :; done; if [ -f "$last" ]; then exec cat "$last"; fi; exec cat');
}

/** Runs a command line in this folder: itself if it is one command with its words, otherwise in bash. */
export async function runLine(line: string, folder: string): Promise<Ran> {
  const valued = VALUES.reduce((text, [pattern, value]) => text.replace(pattern, value), line);
  const command = await onLoopback(valued, folder);
  await prepareOwnQuery(line);
  for (const made of madeBy(line)) rmSync(join(folder, made), { recursive: true, force: true });
  const words = wordsOf(command);
  if (words?.[0] === 'crategraph' && words[1] === 'serve') return runServer(words.slice(1), folder);
  if (words?.[0] === 'crategraph') return runCli(words.slice(1), { cwd: folder });
  const env = {
    PATH: `${join(folder, 'bin')}:${process.env['PATH'] ?? ''}`,
    HOME: folder,
    TMPDIR: tmpdir(),
    CRATEGRAPH_CACHE: join(folder, 'cache'),
  };
  const child = spawn('bash', ['-c', `set -o pipefail; ${command}`], { cwd: folder, env });
  child.stdin.end();
  return finished(child);
}

/** Saves the query that the examples name, in the folder of the user; to save it there must be none. */
async function prepareOwnQuery(line: string): Promise<void> {
  const file = join(await temporaryFolder(), '.config/crategraph/queries/my-people.rq');
  rmSync(file, { force: true });
  if (line.includes('--save')) return;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, 'SELECT ?name { ?person a schema:Person ; schema:name ?name }\n');
}

/** Runs a server until it is ready, on a port that is free. */
async function runServer(argv: readonly string[], folder: string): Promise<Ran> {
  const at = argv.indexOf('--port');
  const args = at < 0 ? argv : argv.filter((_, index) => index !== at && index !== at + 1); // an option is given once
  const child = await startCli([...args, '--port', '0'], { cwd: folder });
  child.stderr.on('data', (text: Buffer) => void (String(text).includes('Ctrl-C') && child.kill('SIGINT')));
  return finished(child);
}

/** What does not exist yet when a reader types a command: its output, and the store before the first load. */
function madeBy(line: string): string[] {
  const [, output] = / -o ([^ |]+)/.exec(line) ?? [];
  return [...(output === undefined ? [] : [output]), ...(line.includes('crategraph load ') ? ['.crategraph'] : [])];
}

/**
 * Tests must not use the network. Only addresses below https://example.org/crates/ are retrieved by the examples, so these,
 * and no others, become addresses of a server on loopback. Other IRIs name graphs, and stay as they are.
 */
async function onLoopback(line: string, folder: string): Promise<string> {
  if (!line.includes('https://example.org/crates/')) return line;
  const zip = await readFile(join(folder, 'my-crate.zip'));
  const { url } = await serve((request, response) => answerFile(request, response, zip));
  return line.replaceAll('https://example.org/crates/', `${url}/crates/`);
}

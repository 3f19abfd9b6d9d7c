import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const project = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'crategraph-packed-'));
let packedName = '';
const run = (command: string, args: string[]) =>
  execFileSync(command, args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });

/** Tests the package as users get it from the registry: packed, and installed into an empty folder. */
describe('the packed package', () => {
  beforeAll(() => {
    const [packed] = JSON.parse(
      execFileSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], {
        cwd: project,
        encoding: 'utf8',
      }),
    ) as [{ filename: string }];
    packedName = packed.filename;
    writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
    run('npm', ['install', '--no-audit', '--no-fund', `./${packed.filename}`]);
  });

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('runs as a command: load, list and export', () => {
    const bin = join(folder, 'node_modules', '.bin', 'crategraph');
    const crates = join(folder, 'node_modules', 'crategraph', 'data', 'crates');
    expect(run(bin, ['load', crates, '--offline', '--quiet']).trim().split('\n')).toHaveLength(5);
    const listed = JSON.parse(run(bin, ['list', '--json'])) as { graph: string }[];
    expect(listed).toHaveLength(5);
    const document = JSON.parse(run(bin, ['export', 'https://example.org/coastal-atlas/', '--offline'])) as {
      '@graph': unknown[];
    };
    expect(document['@graph'].length).toBeGreaterThan(10);
    expect(run(bin, ['query', '--name', 'crates', '--format', 'csv']).trim().split('\n')).toHaveLength(6);
  });

  it.each(['zip', 'tar.gz'])('writes and reads an archive (%s)', (ending) => {
    const bin = join(folder, 'node_modules', '.bin', 'crategraph');
    const [data, archive] = [join(folder, `data.${ending}`), `data-crate.${ending}`];
    mkdirSync(data);
    writeFileSync(join(data, 'a.csv'), 'a,b\n1,2\n');
    run(bin, ['init', data, '--name', 'Data', '--description', 'Two numbers', '--quiet']);
    const names = ['--base', ATLAS, '--offline'];
    if (ending === 'zip') {
      run(bin, ['load', data, '--store', 'archived', '--quiet', ...names]);
      run(bin, ['export', ATLAS, '--with-files', '--store', 'archived', '--offline', '--quiet', '-o', archive]);
    } else run('tar', ['-czf', archive, '-C', data, '.']);
    expect(run(bin, ['convert', archive, ...names])).toBe(run(bin, ['convert', data, ...names]));
    expect(JSON.parse(run(bin, ['inventory', archive, '--json']))).toMatchObject([{ path: 'a.csv', status: 'ok' }]);
  });

  it('runs as a library', () => {
    const program = `
      import { toDataset, findRoot } from 'crategraph';
      const dataset = await toDataset('node_modules/crategraph/data/crates/coastal-atlas');
      console.log(dataset.size, (await findRoot(dataset)).root);
    `;
    writeFileSync(join(folder, 'program.js'), program);
    expect(run('node', ['program.js'])).toBe('73 https://example.org/coastal-atlas/\n');
  });

  it('has no problem that publint finds', () => {
    const bin = join(project, 'node_modules', 'publint', 'src', 'cli.js');
    const installed = join(folder, 'node_modules', 'crategraph');
    const { status, stdout } = spawnSync('node', [bin, 'run', installed, '--strict', '--pack', 'false'], {
      encoding: 'utf8',
    });
    expect({ status, stdout }).toEqual({ status: 0, stdout: expect.stringContaining('All good!') as string });
  });

  it('has types that resolve for every ES module consumer (attw)', () => {
    const bin = join(project, 'node_modules', '@arethetypeswrong', 'cli', 'dist', 'index.js');
    const { status, stdout } = spawnSync('node', [bin, join(folder, packedName), '--profile', 'esm-only'], {
      encoding: 'utf8',
    });
    expect({ status, stdout }).toEqual({ status: 0, stdout: expect.stringContaining('crategraph') as string });
  });

  it('runs as the core, with its contexts', () => {
    writeFileSync(join(folder, 'core.js'), CORE);
    expect(run('node', ['core.js'])).toBe('https://example.org/c/ Coastal atlas\n');
  });

  it.each(['nodenext', 'bundler'])(
    'has types that a strict compiler accepts (moduleResolution: %s)',
    (moduleResolution) => {
      writeFileSync(join(folder, 'core.ts'), CORE);
      writeFileSync(join(folder, 'library.ts'), LIBRARY);
      const module = moduleResolution === 'bundler' ? 'esnext' : moduleResolution;
      const compilerOptions = { module, moduleResolution, target: 'es2022', lib: ['es2023', 'dom'], types: [] };
      const strictest = {
        strict: true,
        exactOptionalPropertyTypes: true,
        noUncheckedIndexedAccess: true,
        skipLibCheck: false,
        noEmit: true,
      };
      const config = { compilerOptions: { ...compilerOptions, ...strictest }, files: ['core.ts', 'library.ts'] };
      writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
      expect(compile()).toBe('');
    },
  );
});

const ATLAS = 'https://example.org/coastal-atlas/';

const CORE = `
import { bytesInMemory, dataFactory, openDocument, writeDocument } from 'crategraph/core';
import { bundledContexts } from 'crategraph/contexts';
const graph = [
  { '@id': 'ro-crate-metadata.json', about: { '@id': './' } },
  { '@id': './', '@type': 'Dataset', name: 'Coastal atlas' },
];
const text = JSON.stringify({ '@context': 'https://w3id.org/ro/crate/1.2/context', '@graph': graph });
const contexts = bundledContexts();
const base = { given: 'https://example.org/c/' };
const crate = await openDocument(bytesInMemory(new TextEncoder().encode(text)), { base, contexts });
const quads = await crate.orderedQuads(await dataFactory());
const context = crate.writtenContext ?? null;
const document = await writeDocument(quads, { base: crate.base, contexts, context, root: crate.root });
if (JSON.stringify(document) !== text) throw new Error('not the same document');
console.log(crate.root.root, quads.find(({ predicate }) => predicate.value === 'http://schema.org/name')?.object.value);
`;

const LIBRARY = `import { toDataset } from 'crategraph';
export const size: number = (await toDataset('my-crate/')).size;
// @ts-expect-error: the types are not any
export const wrong: string = (await toDataset('my-crate/')).size;
import { backupStore, diffCrates, dumpStore, findRoot, listCrates, loadCrates, removeCrates, verifyStore, openCrateDocument, openStore, queryStore, rdfToCrate, RoCrateParser, updateStore } from 'crategraph';
import { writeDocumentText, type CrateArgument, type LoadRecord, type LoadResult, type UpdateOptions } from 'crategraph';
import type { Sink, Source, Stream } from '@rdfjs/types';
const signal = AbortSignal.timeout(1000);
const store = await openStore('memory:');
export const source: Source = store;
const crates: CrateArgument[] = ['my-crate/', new URL('https://example.org/'), new Blob(['{}']), { '@graph': [] }];
export const results: LoadResult[] = await loadCrates(store, crates, { signal });
export const options: UpdateOptions = { crate: 'https://example.org/', signal };
export const changes: readonly { readonly added: number }[] = await updateStore(store, 'CLEAR ALL', options);
export const answer: unknown = await queryStore(store, 'ASK {}', { signal });
const document = await openCrateDocument(new Uint8Array());
const dataset = await toDataset(new Blob([]).stream());
export const canonical: string = dataset.filter(({ object }) => object.termType === 'Literal').toCanonical();
export const text: string = await writeDocumentText(dataset, { like: document });
export const fromQuads: unknown = [await rdfToCrate(dataset), await rdfToCrate(store.match()), await rdfToCrate([])];
export const difference: unknown = (await diffCrates('a', 'b')).changed[0]?.properties;
export const quads: Stream = new RoCrateParser().import(dataset.toStream());
export const sink: Sink<never, Stream> = new RoCrateParser({ signal });
export const more: unknown = [await listCrates(store, { signal }), await removeCrates(store, [], { signal }), await findRoot(dataset, { signal })];
export const dumped: AsyncIterable<string | Uint8Array> = dumpStore(store, undefined, 'trig', { signal });
export const checked: unknown = [(await verifyStore('a', { signal })).problems, await backupStore('a', 'b', { signal })];
export type Known = LoadRecord['baseReason'];
`;

/** Returns the errors that the compiler of this project reports in the folder. */
function compile(): string {
  const { stdout } = spawnSync(process.execPath, [join(project, 'node_modules/typescript/bin/tsc')], {
    cwd: folder,
    encoding: 'utf8',
  });
  return stdout;
}

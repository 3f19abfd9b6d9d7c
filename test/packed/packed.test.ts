import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const project = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'crategraph-packed-'));
const run = (command: string, args: string[]) =>
  execFileSync(command, args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });

/** The package as people get it from the registry: packed, installed into an empty folder, used there. */
describe('the packed package', () => {
  beforeAll(() => {
    const [packed] = JSON.parse(
      execFileSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], {
        cwd: project,
        encoding: 'utf8',
      }),
    ) as [{ filename: string }];
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

  it('runs as a library', () => {
    const program = `
      import { toDataset, findRoot } from 'crategraph';
      const dataset = await toDataset('node_modules/crategraph/data/crates/coastal-atlas');
      console.log(dataset.size, (await findRoot(dataset)).root);
    `;
    writeFileSync(join(folder, 'program.js'), program);
    expect(run('node', ['program.js'])).toBe('73 https://example.org/coastal-atlas/\n');
  });
});

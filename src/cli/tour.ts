import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { main } from './main.js';
import { ownFile } from '../base/own-files.js';
import { shellWord } from '../base/shell-word.js';

/** Runs the main verbs on the example crates, as commands that a person could type: `npm start`. */
async function tour(): Promise<number> {
  const crates = relative(process.cwd(), fileURLToPath(ownFile('data/crates')));
  const folder = await mkdtemp(join(tmpdir(), 'crategraph-tour-'));
  const store = join(folder, 'store');
  const graph = 'https://example.org/coastal-atlas/';
  const steps: [what: string, ...argv: string[]][] = [
    ['Load five crates of four RO-Crate versions, each into a named graph of one store.', 'load', crates],
    ['List them.', 'list'],
    ['Ask all of them at once: who took part in how many crates?', 'query', '--name', 'people'],
    [
      'Export one as the metadata file that it was, byte for byte.',
      'export',
      graph,
      '-o',
      join(folder, 'ro-crate-metadata.json'),
    ],
    ['Nothing was lost on the way.', 'diff', graph, join(crates, 'coastal-atlas')],
  ];
  try {
    for (const [what, verb = '', ...argv] of steps) {
      process.stdout.write(`\n# ${what}\n$ crategraph ${[verb, ...argv].map(shellWord).join(' ')}\n`);
      const status = await main([verb, ...argv, '--store', store], process);
      if (status !== 0) return status;
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  process.stdout.write(NEXT.replaceAll('{crates}', crates));
  return 0;
}

const NEXT = `
# What to type next (this tour has deleted its store; yours will be the file ./.crategraph):
npm link                                    # puts the command crategraph on your PATH
crategraph load {crates}
crategraph queries
crategraph query --name crates
crategraph convert {crates}/rainfall-survey --format turtle
crategraph --help
`;

process.exitCode = await tour();

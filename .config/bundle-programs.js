/**
 * Writes the programs of ours, the command line and the code of threads, each as few files: Node takes longer to find and
 * open a hundred modules than a small query takes. `dist/chunk/` is what several of them need.
 */
import { readFileSync, readdirSync, rmSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { rolldown } from 'rolldown';
import { writeLicences } from './licences.js';

/** Small packages that most command lines need. The others stay as they are, to be loaded when somebody needs them. */
const INCLUDED = ['@noble/hashes', 'commander', 'fastest-levenshtein', 'ipaddr.js', 'n3', 'sparqljs'];

/** What every command line needs, and what one needs that asks a store: each is one file, with all that it imports. */
const groups = [
  { name: 'start', priority: 2, test: modules('cli/(main|interruption|printable)', 'disk/temporary-path') },
  {
    name: 'ask',
    priority: 1,
    test: modules(
      'cli/commands/(list|query|search)',
      'query/answer-query',
      'inspect/(list-crates|search-store)',
      'store/(if-writable|open-store|store-snapshots)',
      'store/sqlite/sqlite-store',
      'stored/(find-graph|load-records)',
    ),
  },
];

const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
const outside = Object.keys(dependencies).filter((name) => !INCLUDED.includes(name));
const threads = readdirSync('src', { recursive: true }).filter((file) => /(?<!serve)-thread\.ts$/.test(file));

for (const folder of ['dist/chunk', 'dist/thread']) rmSync(folder, { recursive: true, force: true });
const programs = await rolldown({
  input: {
    'cli/bin': 'src/cli/bin.ts',
    ...Object.fromEntries(threads.map((file) => [`thread/${basename(file, '.ts')}`, join('src', file)])),
  },
  external: outside.map((name) => new RegExp(`^${name}(/|$)`)),
  platform: 'node',
  transform: { target: 'node20' },
  // The copy of the streams of Node that n3 brings for browsers is not needed here.
  resolve: { mainFields: ['module', 'main'], alias: { 'readable-stream': 'node:stream' } },
  // What a group has, one verb may import late and another at once.
  checks: { ineffectiveDynamicImport: false },
});
const { output } = await programs.write({
  dir: 'dist',
  format: 'esm',
  chunkFileNames: 'chunk/[name]-[hash].js',
  // Names stay: they are in the traces that people send us.
  minify: { compress: true, mangle: false, codegen: { removeWhitespace: true } },
  // Licences have a file of their own.
  comments: false,
  codeSplitting: { groups },
});
const used = output.flatMap(({ modules = {} }) =>
  Object.entries(modules).flatMap(([file, { renderedLength }]) => (renderedLength > 0 ? [relative('.', file)] : [])),
);
writeLicences(used, 'dist/chunk/licences.txt');

/** Matches the TypeScript files under src/ that are written without their ending. */
function modules(...files) {
  return new RegExp(`[\\\\/]src[\\\\/](?:${files.join('|').replaceAll('/', '[\\\\/]')})\\.ts$`);
}

/**
 * Writes the code that we ship, each program as few files: Node takes longer to find and open a hundred modules than a
 * small query takes. Packages that are no `dependencies` go into it, so that users need not install them.
 *
 * `dist/chunk/` is what the command line and the threads share, `dist/library/` what `crategraph` and `crategraph/core`
 * share: a chunk of `core` must run in a browser, one of the command line never has to.
 */
import { readFileSync, readdirSync, rmSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { basename, join, relative } from 'node:path';
import { rolldown } from 'rolldown';
import { esmExternalRequirePlugin } from 'rolldown/plugins';
import { writeLicences } from './licences.js';

/** What "--version" needs, every other command line, and one that asks a store: each is one file, with all that it imports. */
const groups = [
  { name: 'version', priority: 3, test: modules('base/own-(files|manifest)') },
  { name: 'start', priority: 2, test: modules('cli/(main|run-process)', 'base/disk/temporary-path') },
  { name: 'terms', priority: 1.8, test: /[\\/]src[\\/]base[\\/]rdf[\\/][^\\/]+\.ts$/ },
  {
    name: 'read',
    priority: 1.5,
    test: modules(
      'cli/commands/convert',
      'crate/read/open-document',
      'package/open/(open-crate|open-package|read-rdf)',
      'package/contexts/open-contexts',
      'tasks/rewrite/crate-rdf',
    ),
  },
  {
    name: 'ask',
    priority: 1,
    test: modules(
      'cli/commands/(list|query|search)',
      'tasks/query/answer-query',
      'tasks/inspect/(list-crates|search-store)',
      'store/(if-writable|open-store|store-snapshots)',
      'store/sqlite/sqlite-store',
      'tasks/stored/(find-graph|load-records)',
    ),
  },
];

const dependencies = Object.keys(JSON.parse(readFileSync('package.json', 'utf8')).dependencies);
const threads = readdirSync('src', { recursive: true }).filter((file) => /(?<!serve)-thread\.ts$/.test(file));
rmSync('dist/thread', { recursive: true, force: true });

await bundle('chunk', {
  input: {
    'cli/bin': 'src/cli/bin.ts',
    ...Object.fromEntries(threads.map((file) => [`thread/${basename(file, '.ts')}`, join('src', file)])),
  },
  platform: 'node',
  groups,
  // The terms and parsers of n3 are part of every program; the library shares them with the code of its users.
  inside: ['n3'],
});
await bundle('library', {
  input: { 'library/index': 'src/index.ts', 'library/core': 'src/core.ts' },
  platform: 'neutral', // for "node", every chunk would import `node:module`
});

/**
 * Writes `dist/` + the names of `input`, and `dist/<folder>/` for what they share, with the licences of what is in them.
 * @param inside dependencies that go into the code all the same
 */
async function bundle(folder, { input, platform, groups = [], inside = [] }) {
  rmSync(`dist/${folder}`, { recursive: true, force: true });
  const outside = dependencies.filter((name) => !inside.includes(name));
  const code = await rolldown({
    input,
    external: outside.map((name) => new RegExp(`^${name}(/|$)`)),
    platform,
    // What CommonJS packages require of Node becomes imports.
    plugins: [esmExternalRequirePlugin({ external: builtinModules.flatMap((name) => [name, `node:${name}`]) })],
    transform: { target: 'node20' },
    // The copy of the streams of Node that n3 brings for browsers is not needed in programs.
    resolve: {
      mainFields: ['module', 'main'],
      conditionNames: ['node', 'default'], // and "import" or "require", as the code says
      alias: { 'readable-stream': 'node:stream' },
    },
    // What a group has, one verb may import late and another at once.
    checks: { ineffectiveDynamicImport: false },
  });
  const { output } = await code.write({
    dir: 'dist',
    format: 'esm',
    chunkFileNames: `${folder}/[name]-[hash].js`,
    // Names stay: they are in the traces that people send us.
    minify: { compress: true, mangle: false, codegen: { removeWhitespace: true } },
    // Licences have a file of their own.
    comments: false,
    codeSplitting: { groups },
  });
  const used = output.flatMap(({ modules = {} }) =>
    Object.entries(modules).flatMap(([file, { renderedLength }]) => (renderedLength > 0 ? [relative('.', file)] : [])),
  );
  writeLicences(used, `dist/${folder}/licences.txt`);
}

/** Matches the TypeScript files under src/ that are written without their ending. */
function modules(...files) {
  return new RegExp(`[\\\\/]src[\\\\/](?:${files.join('|').replaceAll('/', '[\\\\/]')})\\.ts$`);
}

/**
 * Writes the programs of ours, the command line and the code of threads, each as few files: Node takes longer to find and
 * open a hundred modules than a small query takes. `dist/chunk/` is what several of them need.
 */
import { readFileSync, readdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { build } from 'esbuild';
import { writeLicences } from './licences.js';

/** Small packages that most command lines need. The others stay as they are, to be loaded when somebody needs them. */
const INCLUDED = ['@noble/hashes', 'commander', 'fastest-levenshtein', 'ipaddr.js', 'n3', 'sparqljs'];

const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
const threads = readdirSync('src', { recursive: true }).filter((file) => /(?<!serve)-thread\.ts$/.test(file));

rmSync('dist/chunk', { recursive: true, force: true });
const { metafile } = await build({
  entryPoints: {
    'cli/bin': 'src/cli/bin.ts',
    ...Object.fromEntries(threads.map((file) => [`thread/${basename(file, '.ts')}`, join('src', file)])),
  },
  outdir: 'dist',
  chunkNames: 'chunk/[name]-[hash]',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  minifyWhitespace: true,
  minifySyntax: true,
  external: Object.keys(dependencies).filter((name) => !INCLUDED.includes(name)),
  // Packages in CommonJS call it.
  banner: { js: "import{createRequire as newRequire}from'node:module';const require=newRequire(import.meta.url);" },
  // They have a file of their own.
  legalComments: 'none',
  metafile: true,
});
writeLicences(metafile, 'dist/chunk/licences.txt');

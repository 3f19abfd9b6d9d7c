/**
 * Writes `dist/assets/`: the scripts and the style of the website, each in one file, and the licences of what is in them.
 * The last step of the build.
 */
import { build } from 'esbuild';
import { writeLicences } from './licences.js';

const { metafile } = await build({
  entryPoints: [
    'src/site/browser/scheme.ts',
    'src/site/browser/site.ts',
    'src/site/browser/graph.ts',
    'src/site/browser/graph-large.ts',
    'src/site/browser/graph-worker.ts',
    'src/site/browser/query.ts',
    'src/site/browser/preview.ts',
    'src/site/browser/site.css',
    'src/site/browser/preview.css',
    'src/site/browser/icon.svg',
  ],
  outdir: 'dist/assets',
  loader: { '.svg': 'copy' },
  bundle: true,
  minify: true,
  format: 'esm',
  platform: 'browser',
  target: 'es2022',
  // Licences have a file of their own: most packages say nothing in their code.
  legalComments: 'none',
  banner: { js: '/* The licences of all parts: licences.txt */' },
  metafile: true,
});

const used = Object.values(metafile.outputs).flatMap(({ inputs }) =>
  Object.entries(inputs).flatMap(([file, { bytesInOutput }]) => (bytesInOutput > 0 ? [file] : [])),
);
writeLicences(used, 'dist/assets/licences.txt');

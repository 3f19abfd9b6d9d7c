/**
 * Writes `dist/assets/`: the scripts and the style of the website, each in one file. The last step of the build.
 */
import { build } from 'esbuild';

await build({
  entryPoints: [
    'src/browser/scheme.ts',
    'src/browser/site.ts',
    'src/browser/graph.ts',
    'src/browser/graph-large.ts',
    'src/browser/graph-worker.ts',
    'src/browser/query.ts',
    'src/browser/site.css',
    'src/browser/preview.css',
  ],
  outdir: 'dist/assets',
  bundle: true,
  minify: true,
  format: 'esm',
  platform: 'browser',
  target: 'es2022',
  legalComments: 'linked',
});

/**
 * Writes `dist/assets/`: the scripts and the style of the website, each in one file, and the licences of what is in them.
 * The last step of the build.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';

const { metafile } = await build({
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
  // Licences have a file of their own: most packages say nothing in their code.
  legalComments: 'none',
  banner: { js: '/* The licences of all parts: licences.txt */' },
  metafile: true,
});

const inputs = Object.values(metafile.outputs).flatMap(({ inputs: used }) =>
  Object.entries(used).filter(([, { bytesInOutput }]) => bytesInOutput > 0),
);
const packages = inputs.flatMap(([file]) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file) ?? []);
writeFileSync(
  'dist/assets/licences.txt',
  [...new Set(packages)]
    .sort()
    .map(notice)
    .join(`\n${'-'.repeat(78)}\n\n`),
);

/** What a package says about itself, and the text of its licence, which must go with its code. */
function notice(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const file = readdirSync(folder).find((one) => /^licen[cs]e/i.test(one));
  if (file === undefined) throw new Error(`${folder} has no licence file: its code cannot go into a script of ours`);
  return `${name} ${version} (${license})\n\n${readFileSync(join(folder, file), 'utf8').trim()}\n`;
}

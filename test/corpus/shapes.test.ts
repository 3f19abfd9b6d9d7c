import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { checkCrate } from '../../src/tasks/check/check-crate.js';
import { openContexts } from '../../src/package/contexts/open-contexts.js';
import { describeWithShared } from '../helpers/shared.js';
import { ownShapes, verdicts } from '../tasks/check/shapes/helpers/own-shapes.js';

/** Documents whose verdicts differ, with the reason. */
const DIFFERENT: readonly (readonly [name: RegExp, reason: string])[] = [
  [
    /^(arc-ro-crate-profile--0-1-|ro-crate-paper)/,
    'it describes a second metadata file, and the rules only look at the one of the crate',
  ],
];

describeWithShared('our shapes and the rules, over documents found in the wild', 'corpus', (folder) => {
  const documents = (
    JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as { file: string; kind: string }[]
  )
    .filter(({ kind }) => kind === 'real')
    .map(({ file }) => file);
  const shapes = ownShapes();
  const contexts = openContexts({ offline: true, folders: [join(folder, 'contexts')] });
  const OTHER = new Set(['root-only', 'root-unambiguous', 'descriptor-exists', 'descriptor-id', 'root-exists']);

  let passedOver = 0;

  it.each(documents)('%s', async (file) => {
    const result = await checkCrate(join(folder, file), { shapes, contexts, files: false });
    // Several crates in one document, or no descriptor: the rules choose one root, shapes cannot.
    if (!result.complete || result.findings.some(({ rule }) => OTHER.has(rule))) {
      passedOver += 1;
      return;
    }
    const { rules, shapes: own } = verdicts(result);
    const [, reason] = DIFFERENT.find(([name]) => name.test(basename(dirname(file)))) ?? [];
    if (reason === undefined) expect(own).toEqual(rules);
    else passedOver += 1;
  });

  it('pass over few of them', () => {
    expect(passedOver).toBeLessThan(documents.length / 5);
  });
});

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROCrate } from 'ro-crate';
import { openCrateDocument } from '../../../dist/library/index.js';
import { tinyCrate } from '../generate.mjs';
import { contexts } from '../peers/contexts.mjs';

/** Finds the Root Data Entity of many metadata files; the size is their number. */
export function prepare({ size, folder }) {
  const files = Array.from({ length: size }, (_, index) => {
    const file = join(folder, `root-${index}.json`);
    writeFileSync(file, tinyCrate(index));
    return file;
  });
  return { files };
}

export const subjects = {
  crategraph: ({ files }) => ({
    run: async () => {
      for (const file of files)
        if ((await openCrateDocument(file, { contexts })).root.root === '') throw new Error('no root');
    },
  }),
  'ro-crate': ({ files }) => ({
    run: () => {
      for (const file of files)
        if (new ROCrate(JSON.parse(readFileSync(file, 'utf8'))).rootId !== './') throw new Error('no root');
    },
  }),
};

/**
 * Writes `dist/library/contexts.js`, the module `crategraph/contexts`: the contexts of `data/contexts/` as text in JavaScript,
 * for pages that cannot read them from disk.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';

const text = (name) => JSON.stringify(readFileSync(`data/contexts/${name}.txt`, 'utf8'));

mkdirSync('dist/library', { recursive: true });
writeFileSync(
  'dist/library/contexts.js',
  `import { contextsFromText } from './core.js';

const texts = {
  roCrate: ${text('ro-crate')},
  profiles: ${text('profiles')},
};

export function bundledContexts(...others) {
  return contextsFromText(texts, ...others);
}
`,
);
writeFileSync(
  'dist/contexts.d.ts',
  `import { type ContextSource } from './core.js';
/**
 * The contexts of RO-Crate and of common profiles, then those that other sources know.
 * @returns a source whose \`load\` throws CrateError ERR_CONTEXT_UNAVAILABLE for an address that none of them knows
 */
export declare function bundledContexts(...others: readonly ContextSource[]): ContextSource;
`,
);

import { transform, transformSync } from 'esbuild';

const options = (file) => ({
  loader: 'ts',
  format: 'esm',
  sourcefile: file,
  sourcemap: true,
  tsconfigRaw: { compilerOptions: { target: 'ES2022', verbatimModuleSyntax: true } },
});

/** Makes JavaScript of TypeScript for jest: takes the types out of each file and looks at nothing else. */
export default {
  process: (source, file) => transformSync(source, options(file)),
  processAsync: (source, file) => transform(source, options(file)),
};

import { transform, transformSync } from 'esbuild';

const options = (file) => ({
  loader: file.endsWith('x') ? 'tsx' : 'ts',
  jsx: 'automatic',
  jsxImportSource: 'hono/jsx',
  format: 'esm',
  sourcefile: file,
  sourcemap: true,
  tsconfigRaw: { compilerOptions: { target: 'ES2022', verbatimModuleSyntax: true } },
});

/** Compiles TypeScript for jest, one file at a time: it removes the types and does not check them. */
export default {
  process: (source, file) => transformSync(source, options(file)),
  processAsync: (source, file) => transform(source, options(file)),
};

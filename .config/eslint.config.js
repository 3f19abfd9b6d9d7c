import js from '@eslint/js';
import tseslint from 'typescript-eslint';

/** Streams go through `pipeline`, `for await` and `Readable.from` only: `.pipe` loses errors, `.import` may never end. */
const streamRules = [
  {
    selector: "CallExpression[callee.property.name='pipe']",
    message: 'Use pipeline or for await: .pipe() loses errors.',
  },
  {
    selector: "CallExpression[callee.property.name='emit'][arguments.0.value='error']",
    message: 'Use destroy(error).',
  },
];

/** Each argument takes room on the stack: 120,000 of them and more are too many. */
const spreadRule = {
  selector: 'CallExpression[callee.property.name=/^(push|unshift|max|min)$/] > SpreadElement',
  message: 'Use a loop: a large array overflows the stack.',
};

export default tseslint.config(
  { ignores: ['dist/', 'coverage/', 'node_modules/'] },
  js.configs.recommended,
  ...tseslint.configs.recommended,
  {
    rules: {
      'no-restricted-syntax': ['error', ...streamRules],
      '@typescript-eslint/consistent-type-imports': ['error', { disallowTypeAnnotations: false }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      eqeqeq: 'error',
      'no-control-regex': 'off',
    },
  },
  {
    files: ['**/*.ts', '**/*.tsx'],
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
      '@typescript-eslint/await-thenable': 'error',
    },
  },
  {
    files: ['src/**/*.ts', 'src/**/*.tsx'],
    ignores: ['src/crate/**'],
    rules: { 'no-restricted-syntax': ['error', ...streamRules, spreadRule] },
  },
  {
    files: ['src/**/*.ts', 'src/**/*.tsx'],
    rules: {
      'no-console': 'error',
      complexity: ['error', 25],
      'max-depth': ['error', 5],
      'max-params': ['error', 6],
      'max-lines-per-function': ['error', { max: 100, skipBlankLines: true, skipComments: true }],
    },
  },
  {
    // It keeps what the engine prints when it panics from the console.
    files: ['src/store/engine/engine-instance.ts'],
    rules: { 'no-console': 'off' },
  },
);

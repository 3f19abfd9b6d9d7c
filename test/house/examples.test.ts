import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import ts from 'typescript';
import { freshFolder } from '../cli/helpers/run.js';

const OPTIONS: ts.CompilerOptions = {
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  target: ts.ScriptTarget.ES2022,
  lib: ['lib.es2023.d.ts', 'lib.dom.d.ts'],
  types: ['node'],
  typeRoots: [resolve('node_modules/@types')],
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: true,
  noEmit: true,
};
/** Examples that need a server on the web: these are only compiled. */
const NOT_RUN = ['fetchCrate'];

interface Example {
  readonly name: string;
  readonly code: string;
}

const { names, functions, examples } = publicExamples();

/** Compiles and runs the examples in the doc comments of what `index.ts` exports, as a user would. */
describe('the examples of the library', () => {
  let folder: string;

  beforeAll(async () => {
    folder = await freshFolder('examples');
    mkdirSync(join(folder, 'node_modules'));
    symlinkSync(resolve('.'), join(folder, 'node_modules', 'crategraph'));
    symlinkSync(resolve('data'), join(folder, 'data'));
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    examples.forEach((example, at) => writeFileSync(join(folder, `${at}.ts`), programOf(example)));
    examples.forEach((example, at) => writeFileSync(join(folder, `${at}.js`), programOf(example)));
  });

  it('exist for every exported function', () => {
    expect(functions.length).toBeGreaterThan(25);
    const shown = new Set(examples.map(({ name }) => name));
    expect(functions.filter((name) => !shown.has(name))).toEqual([]);
  });

  it('compile strictly', () => {
    const files = examples.map((_, at) => join(folder, `${at}.ts`));
    const errors = ts.getPreEmitDiagnostics(ts.createProgram(files, OPTIONS));
    const texts = errors.map(({ file, messageText }) => `${file?.text ?? ''}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`); // prettier-ignore
    expect(texts).toEqual([]);
  });

  it('run', () => {
    const run = examples.flatMap(({ name }, at) => (NOT_RUN.includes(name) ? [] : [`await import('./${at}.js');`]));
    writeFileSync(join(folder, 'all.js'), run.join('\n'));
    const env = { ...process.env, CRATEGRAPH_CACHE: join(folder, 'cache') };
    const output = execFileSync('node', ['all.js'], { cwd: folder, encoding: 'utf8', env, maxBuffer: 1 << 26 });
    expect(output).toContain('https://example.org/coastal-atlas/');
  });
});

/** An example with the imports that it needs. */
function programOf({ code }: Example): string {
  const used = names.filter((name) => new RegExp(`\\b${name}\\b`).test(code));
  return `import { ${used.join(', ')} } from 'crategraph';\n${code}\n`;
}

function publicExamples(): { names: string[]; functions: string[]; examples: Example[] } {
  const program = ts.createProgram(['src/index.ts'], { ...OPTIONS, noEmit: true });
  const checker = program.getTypeChecker();
  const module = checker.getSymbolAtLocation(program.getSourceFile('src/index.ts') as ts.SourceFile) as ts.Symbol;
  const found: { names: string[]; functions: string[]; examples: Example[] } = {
    names: [],
    functions: [],
    examples: [],
  };
  for (const exported of checker.getExportsOfModule(module)) {
    const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported;
    if ((symbol.flags & ts.SymbolFlags.Value) === 0) continue;
    const { name } = exported;
    found.names.push(name);
    if (symbol.flags & ts.SymbolFlags.Function) found.functions.push(name);
    for (const tag of symbol.getJsDocTags(checker))
      if (tag.name === 'example') found.examples.push({ name, code: ts.displayPartsToString(tag.text) });
  }
  return found;
}

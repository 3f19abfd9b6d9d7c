import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import ts from 'typescript';

const CONFIG = 'test/house/core/tsconfig.json';
const { options, fileNames } = ts.parseJsonConfigFileContent(
  ts.readConfigFile(CONFIG, (path) => readFileSync(path, 'utf8')).config,
  ts.sys,
  resolve('test/house/core'),
);

/** Compiles `core.ts`, `base/errors.ts`, `base/rdf/` and `crate/` without the types of Node and of the DOM. */
describe('the portable core', () => {
  let program: ts.Program;

  beforeAll(() => {
    program = ts.createProgram(fileNames, options);
  });

  it('compiles', () => {
    expect(errorsOf(program)).toEqual([]);
  });

  it('is complete, and does not refer to types of Node', () => {
    const files = program.getSourceFiles().map(({ fileName }) => fileName);
    const sources = files.filter((file) => file.startsWith(resolve('src')));
    expect(sources.length).toBeGreaterThan(80);
    expect(sources.filter((file) => !/\/src\/(?:core\.ts|base\/errors\.ts|base\/rdf\/|crate\/)/.test(file))).toEqual(
      [],
    );
    expect(typesOfNode(program)).toEqual([]);
    expect(files.filter((file) => file.endsWith('lib.dom.d.ts'))).toEqual([]);
  });

  it.each([
    'process.exit()',
    'Buffer.alloc(1)',
    'require("x")',
    'setImmediate(() => {})',
    'window.close()',
    'await fetch("x")',
    'await import("node:fs")',
    'await import("./store/port.js")',
  ])('would not compile with %s', (line) => {
    expect(errorsOf(programWith(`export {};\n${line};\n`))).not.toEqual([]);
  });

  it('would not hide types of Node that a package refers to', () => {
    expect(typesOfNode(programWith('await import("yauzl");\n')).length).toBeGreaterThan(10);
  });
});

/** Returns a program of one file in `src/` that exists only in memory. */
function programWith(text: string): ts.Program {
  const path = resolve('src/imagined.ts');
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists } = host;
  host.getSourceFile = (name, version) =>
    name === path ? ts.createSourceFile(name, text, version) : getSourceFile(name, version);
  host.fileExists = (name) => name === path || fileExists(name);
  const globals = fileNames.filter((name) => name.endsWith('web-globals.d.ts'));
  return ts.createProgram([path, ...globals], options, host);
}

function typesOfNode(program: ts.Program): string[] {
  const files = program.getSourceFiles().map(({ fileName }) => fileName);
  return files.filter((file) => /node_modules\/(?:@types\/node|undici-types)\//.test(file));
}

function errorsOf(program: ts.Program): string[] {
  return ts.getPreEmitDiagnostics(program).map(({ file, messageText }) => {
    return `${file?.fileName ?? ''}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`;
  });
}

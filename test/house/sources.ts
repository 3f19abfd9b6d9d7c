import { readdir, readFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import ts from 'typescript';

/** A source file with all its imports: values and types, static and dynamic. */
export interface SourceFile {
  /** Path below src/, with `/`. */
  readonly path: string;
  readonly text: string;
  /** Paths below src/. */
  readonly imports: readonly string[];
  readonly packages: readonly string[];
}

/** Reads all source files. */
export async function sourceFiles(): Promise<SourceFile[]> {
  const names = (await readdir('src', { recursive: true }))
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => name.replaceAll('\\', '/'));
  const isTsx = new Set(names.filter((name) => name.endsWith('.tsx')));
  const fileOf = (path: string) => (isTsx.has(`${path}x`) ? `${path}x` : path);
  return Promise.all(
    names.sort().map(async (path) => {
      const text = await readFile(join('src', path), 'utf8');
      const all = ts.preProcessFile(text, true, true).importedFiles.map(({ fileName }) => fileName);
      const local = all.filter((name) => name.startsWith('.'));
      return {
        path,
        text,
        imports: local.map((name) => fileOf(posix.join(posix.dirname(path), name).replace(/\.js$/, '.ts'))),
        packages: all.filter((name) => !name.startsWith('.')),
      };
    }),
  );
}

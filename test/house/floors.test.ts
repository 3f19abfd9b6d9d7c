import ts from 'typescript';
import { sourceFiles, type SourceFile } from './sources.js';

/**
 * The floors of the house, lowest first, with the parts of a room that has floors of its own. An import leads to the
 * same room or part, or to a lower floor, never sideways or up.
 */
const FLOORS: readonly (readonly string[])[] = [
  ['base/errors.ts', 'base/quoted-name.ts'],
  ['base/', 'base/rdf/', 'base/disk/', 'base/net/', 'base/threads/'],
  ['crate/', 'store/'],
  ['package/'],
  ['package/open/'],
  ['tasks/stored/'],
  [
    'tasks/load/',
    'tasks/export/',
    'tasks/rewrite/',
    'tasks/fetch/',
    'tasks/convert/',
    'tasks/vocabulary/',
    'tasks/author/',
    'tasks/identity/',
  ],
  ['tasks/argument/'],
  ['tasks/query/', 'tasks/inspect/'],
  ['tasks/sync/'],
  ['tasks/check/'],
  ['site/view/'],
  ['site/branding/'],
  ['site/pages/'],
  ['site/catalogue/'],
  ['site/', 'site/browser/'],
  ['server/'],
  ['index.ts', 'core.ts', 'cli/'],
];
/** Rooms of different floors whose imports are forbidden all the same. */
const STRANGERS: readonly (readonly [string, string])[] = [
  ['package/', 'store/'],
  ['package/open/', 'store/'],
  ['crate/', 'base/disk/'],
  ['server/', 'site/browser/'],
];

/** The room of a file, or the part of it that has a floor of its own. */
function roomOf(path: string): string {
  const rooms = FLOORS.flat().filter((room) => path.startsWith(room));
  return rooms.reduce((longest, room) => (room.length > longest.length ? room : longest), '');
}

function floorOf(room: string): number {
  return FLOORS.findIndex((rooms) => rooms.includes(room));
}

function mayImport(from: string, to: string): boolean {
  const [a, b] = [roomOf(from), roomOf(to)];
  if (a === b) return true;
  if (STRANGERS.some(([one, other]) => one === a && other === b)) return false;
  return floorOf(b) < floorOf(a);
}

/** Returns the files of an import cycle; undefined if there are none. */
function cycle(files: readonly SourceFile[]): string[] | undefined {
  const imports = new Map(files.map((file) => [file.path, file.imports]));
  const done = new Set<string>();
  const visit = (path: string, trail: readonly string[]): string[] | undefined => {
    const at = trail.indexOf(path);
    if (at >= 0) return [...trail.slice(at), path];
    if (done.has(path)) return undefined;
    for (const next of imports.get(path) ?? []) {
      const found = visit(next, [...trail, path]);
      if (found !== undefined) return found;
    }
    done.add(path);
    return undefined;
  };
  for (const path of imports.keys()) {
    const found = visit(path, []);
    if (found !== undefined) return found;
  }
  return undefined;
}

let files: SourceFile[];

beforeAll(async () => {
  files = await sourceFiles();
});

describe('the floors', () => {
  it('are defined for every file, and every import leads to a file', () => {
    const paths = new Set(files.map(({ path }) => path));
    expect(files.length).toBeGreaterThan(50);
    expect(files.filter(({ path }) => floorOf(roomOf(path)) < 0).map(({ path }) => path)).toEqual([]);
    expect(
      files.flatMap(({ path, imports }) => imports.filter((one) => !paths.has(one)).map((one) => `${path} -> ${one}`)),
    ).toEqual([]);
  });

  it('import only downwards, including type imports', () => {
    const upward = files.flatMap(({ path, imports }) =>
      imports.filter((one) => !mayImport(path, one)).map((one) => `${path} -> ${one}`),
    );
    expect(upward).toEqual([]);
  });

  it('have one door to the website, which loads its parts when they are needed', () => {
    const through = files.flatMap(({ path, imports }) =>
      path.startsWith('site/') ? [] : imports.filter((one) => one.startsWith('site/')),
    );
    expect(new Set(through)).toEqual(new Set(['site/door.ts']));
    const door = files.find(({ path }) => path === 'site/door.ts')?.text ?? '';
    const loaded = [...door.matchAll(/import\('(\S+)'\)/g)].map(([, name]) => name);
    expect(loaded.length).toBeGreaterThan(3);
    const atOnce = [...door.matchAll(/^(?:import|export) (?!type)[^']*from '(\.\/\S+)'/gm)].map(([, name]) => name);
    expect(atOnce).toEqual([]);
  });

  it('are distinguished by this test', () => {
    expect(mayImport('crate/base.ts', 'store/port.ts')).toBe(false);
    expect(mayImport('store/port.ts', 'crate/base.ts')).toBe(false);
    expect(mayImport('crate/base.ts', 'package/open/find-crates.ts')).toBe(false);
    expect(mayImport('package/open/find-crates.ts', 'store/port.ts')).toBe(false);
    expect(mayImport('tasks/load/load-crates.ts', 'index.ts')).toBe(false);
    expect(mayImport('core.ts', 'index.ts')).toBe(false);
    expect(mayImport('crate/base.ts', 'core.ts')).toBe(false);
    expect(mayImport('tasks/load/load-crates.ts', 'tasks/export/export-crate.ts')).toBe(false);
    expect(mayImport('tasks/load/load-crates.ts', 'store/port.ts')).toBe(true);
    expect(mayImport('tasks/query/query-store.ts', 'tasks/load/load-crates.ts')).toBe(true);
  });

  it('have no import cycles', () => {
    expect(cycle(files)).toBeUndefined();
  });

  it('would not hide a cycle', () => {
    const file = (path: string, ...imports: string[]): SourceFile => ({ path, text: '', imports, packages: [] });
    expect(cycle([file('a', 'b'), file('b', 'c'), file('c', 'b')])).toEqual(['b', 'c', 'b']);
  });
});

describe('a source file', () => {
  it('is not a catch-all', () => {
    expect(
      files
        .map(({ path }) => path)
        .filter((path) => /(?:^|\/)(?:utils?|helpers?|common|misc)(?:\/|\.ts$)|(?:^|\/)types\.ts$/.test(path)),
    ).toEqual([]);
  });

  it('has a doc comment on each export', () => {
    expect(files.flatMap(({ path, text }) => undocumented(path, text))).toEqual([]);
  });

  it('without a doc comment is detected', () => {
    expect(undocumented('x.ts', '/** One. */\nexport const a = 1;\n\nexport const b = 2;\n')).toEqual(['x.ts: b']);
  });
});

/** Returns the exported declarations without a doc comment directly above them. */
function undocumented(path: string, text: string): string[] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  return source.statements.flatMap((statement) => {
    if (!ts.canHaveModifiers(statement)) return [];
    if (!ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) return [];
    const comment = ts.getLeadingCommentRanges(text, statement.getFullStart())?.at(-1);
    const isDocumented =
      comment !== undefined &&
      text.startsWith('/**', comment.pos) &&
      /^\r?\n$/.test(text.slice(comment.end, statement.getStart()));
    return isDocumented ? [] : [`${path}: ${nameOf(statement)}`];
  });
}

function nameOf(statement: ts.Statement): string {
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.map((one) => one.name.getText()).join(', ');
  const { name } = statement as ts.Statement & { readonly name?: ts.Node };
  return name?.getText() ?? statement.getText().slice(0, 40);
}

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';

const MAP = readFileSync('src/README.md', 'utf8');
const FILES = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((path) => /\.tsx?$/.test(path));

describe('src/README.md', () => {
  it('names only existing files and folders', () => {
    const named = [...MAP.matchAll(/`([\w-]+(?:\/[\w.-]+)*\/?)`/g)]
      .map(([, path]) => path as string)
      .filter((path) => /\/|\.(?:ts|txt)$/.test(path));
    expect(named.length).toBeGreaterThan(50);
    expect(named.filter((path) => !existsSync(posix.join('src', path)) && !existsSync(path))).toEqual([]);
  });

  it('shows every room in its diagram', () => {
    const rooms = new Set(FILES.flatMap((path) => (path.includes('/') ? [`${path.split('/')[0]}/`] : [])));
    const diagram = MAP.slice(MAP.indexOf('```'), MAP.lastIndexOf('```'));
    expect([...rooms].filter((room) => !diagram.includes(room))).toEqual([]);
  });

  it('names every file of the rooms where a reader who follows a command begins', () => {
    const first = /^(?:cli|tasks\/(?:argument|query|inspect|load|export|fetch))\/[^/]+$|^base\/rdf\/turtle\//;
    expect(FILES.filter((path) => first.test(path) && !MAP.includes(`\`${path}\``))).toEqual([]);
  });
});

test('src/crate/follow/README.md names every file of its folder, and no other', () => {
  const named = [...readFileSync('src/crate/follow/README.md', 'utf8').matchAll(/`([\w-]+\.ts)`/g)].map(
    ([, name]) => name,
  );
  const there = FILES.filter((path) => path.startsWith('crate/follow/')).map((path) => posix.basename(path));
  expect([...new Set(named)].sort()).toEqual(there.sort());
});

test('file names are unique', () => {
  const names = FILES.filter((path) => !path.startsWith('cli/commands/')).map((path) => posix.basename(path));
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

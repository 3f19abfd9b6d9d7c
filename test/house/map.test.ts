import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';

const MAP = readFileSync('src/README.md', 'utf8');
const FILES = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.ts'));

describe('src/README.md', () => {
  it('names nothing that does not exist', () => {
    const named = [...MAP.matchAll(/`([\w-]+(?:\/[\w.-]+)*\/?)`/g)]
      .map(([, path]) => path as string)
      .filter((path) => /\/|\.(?:ts|txt)$/.test(path));
    expect(named.length).toBeGreaterThan(50);
    expect(named.filter((path) => !existsSync(posix.join('src', path)) && !existsSync(path))).toEqual([]);
  });

  it('has every room on its picture', () => {
    const rooms = new Set(FILES.flatMap((path) => (path.includes('/') ? [`${path.split('/')[0]}/`] : [])));
    const picture = MAP.slice(MAP.indexOf('```'), MAP.lastIndexOf('```'));
    expect([...rooms].filter((room) => !picture.includes(room))).toEqual([]);
  });
});

test('a file name tells which file it is', () => {
  const names = FILES.filter((path) => !path.startsWith('cli/commands/')).map((path) => posix.basename(path));
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

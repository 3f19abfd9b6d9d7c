import { existsSync } from 'node:fs';
import { SLOW_SUITES } from '../slow-suites.js';

describe('the list of slow suites', () => {
  it('names suites that exist, each once', () => {
    const paths = SLOW_SUITES.map((path) => path.replace('<rootDir>/', ''));
    expect(paths.filter((path) => !existsSync(path))).toEqual([]);
    expect(new Set(paths).size).toBe(paths.length);
  });
});

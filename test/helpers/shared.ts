import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describeWhere } from './describe-where.js';

/**
 * The folder of real crates and conformance suites, which are too large, and under too many licences, for the repository.
 * It is `CRATEGRAPH_SHARED`, or a folder next to the project, and may be absent.
 */
export const SHARED = process.env['CRATEGRAPH_SHARED'] ?? fileURLToPath(new URL('../../../shared', import.meta.url));

/**
 * Declares a suite over a part of the shared folder. If it is absent, the suite is skipped and its name shows the path.
 * @param path inside the shared folder
 * @param body receives the absolute path; called only if it exists
 */
export function describeWithShared(name: string, path: string, body: (folder: string) => void): void {
  const folder = resolve(SHARED, path);
  // These files are too large, and under too many licences, for the repository.
  describeWhere(existsSync(folder), name, `shared/${path} not found`, () => body(folder));
}

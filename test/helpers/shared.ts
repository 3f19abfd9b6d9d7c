import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * The folder of real crates and conformance suites: too large and too many licences to be part of the repository.
 * `CRATEGRAPH_SHARED` names it; otherwise it stands beside the project. It need not be there.
 */
export const SHARED = process.env['CRATEGRAPH_SHARED'] ?? fileURLToPath(new URL('../../../shared', import.meta.url));

/**
 * A suite over a part of the shared folder; reported as skipped, with the missing path in its name, where it is absent.
 * @param path inside the shared folder
 * @param body gets the absolute path; called only when it exists
 */
export function describeWithShared(name: string, path: string, body: (folder: string) => void): void {
  const folder = resolve(SHARED, path);
  if (existsSync(folder)) describe(name, () => body(folder));
  else
    describe.skip(`${name} (there is no shared/${path})`, () =>
      it('needs files from outside of the repository', () => {}));
}

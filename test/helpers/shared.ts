import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

/**
 * The folder of real crates and conformance suites: too large and too many licences to be part of the repository.
 * `CRATEGRAPH_SHARED` names it; otherwise it stands beside the project. Undefined when there is none.
 */
export const SHARED: string | undefined = [process.env['CRATEGRAPH_SHARED'], resolve('..', 'shared')].find(
  (folder) => folder !== undefined && existsSync(folder),
);

/**
 * A suite over a part of the shared folder; reported as skipped, with the missing path in its name, where it is absent.
 * @param path inside the shared folder
 * @param body gets the absolute path; called only when it exists
 */
export function describeWithShared(name: string, path: string, body: (folder: string) => void): void {
  const folder = SHARED === undefined ? undefined : resolve(SHARED, path);
  if (folder !== undefined && existsSync(folder)) describe(name, () => body(folder));
  else describe.skip(`${name} (there is no shared/${path})`, () => it('needs files from outside of the repository', () => {}));
}

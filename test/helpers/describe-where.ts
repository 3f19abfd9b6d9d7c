import { spawnSync } from 'node:child_process';

/**
 * Declares tests that need something which not every machine has. Without it they are skipped, and never pass silently:
 * the report names the suite and what is missing.
 * @param missing says why the tests are skipped
 * @param body called only if the thing is there
 */
export function describeWhere(isThere: boolean, name: string, missing: string, body: () => void): void {
  if (isThere) describe(name, body);
  // Not left out: a skipped suite stands in the report, with what is missing in its name.
  else describe.skip(`${name} (${missing})`, () => it('is skipped', () => {}));
}

/** Whether a program is installed. @param args make it print something and end */
export function isInstalled(program: string, ...args: string[]): boolean {
  return spawnSync(program, args).status === 0;
}

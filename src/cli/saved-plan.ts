import type { Plan } from '../tasks/convert/plan.js';
import { readWhole } from '../base/disk/file-streams.js';
import { unreadable } from '../base/disk/read-file.js';

/** Reads the plan of `--plan`; undefined without the option. @throws CrateError ERR_NOT_FOUND, ERR_PLAN_INVALID */
export async function savedPlan(file: string | undefined, verb: Plan['verb']): Promise<Plan | undefined> {
  if (file === undefined) return undefined;
  const { readPlan } = await import('../tasks/convert/read-plan.js');
  return readPlan(await textOfFile(file), { verb });
}

/** The text of a file that the user names. @throws CrateError ERR_NOT_FOUND */
export async function textOfFile(path: string): Promise<string> {
  try {
    return (await readWhole(path)).toString('utf8');
  } catch (error) {
    throw unreadable(path, error);
  }
}

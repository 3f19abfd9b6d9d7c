import { CrateError } from '../errors.js';
import type { Plan } from './plan.js';

/** What a plan must be for. */
export interface PlanFor {
  readonly verb: Plan['verb'];
  /** SHA-256 of the metadata document. Default: any document. */
  readonly document?: string | undefined;
}

/** Reads a saved plan. @throws CrateError ERR_PLAN_INVALID */
export function readPlan(text: string, { verb }: PlanFor): Plan {
  let plan: Partial<Plan>;
  try {
    plan = JSON.parse(text) as Partial<Plan>;
  } catch (cause) {
    throw new CrateError('ERR_PLAN_INVALID', 'the plan is not JSON', { cause });
  }
  if (plan.verb !== verb || !Array.isArray(plan.changes))
    throw new CrateError('ERR_PLAN_INVALID', `the plan is not one for ${verb}`);
  return plan as Plan;
}

import type { ArcpChoice, CrateBase } from '../../src/crate/base.js';
import { judgeBase } from '../../src/crate/judge-base.js';
import type { CratePackage } from '../../src/package/crate-package.js';

/** Returns the base of a package as judged without its document. */
export async function baseOf({ location }: CratePackage, arcp?: ArcpChoice): Promise<CrateBase> {
  return (await judgeBase({ ...location, arcp })).base;
}

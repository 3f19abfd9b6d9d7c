import { isMetadataFileName, METADATA_FILE_NAME } from '../../../crate/metadata-names.js';
import { CrateError } from '../../../base/errors.js';
import type { CrateArgument } from '../../../package/open/crate-argument.js';
import { packagesWithSignal } from '../../../package/open/open-crate.js';
import { withConvertible } from '../open-convertible.js';
import { withNameRisks } from '../name-risks.js';
import type { Plan } from '../plan.js';
import { writeAttached, type Attached } from '../retrieve/attached-package.js';
import { documentWriter } from './fork-time.js';
import type { CratePackage } from '../../../package/crate-package.js';
import { requireDescribed } from './require-described.js';
import { checkedPolicy, planOpened, type PlanAttachOptions } from './plan-attach.js';
import { namedHosts, namesHost } from '../retrieve/credential-hosts.js';
import type { RetrieveOptions } from '../retrieve/retrieve-options.js';

/** How to make an Attached Package. */
export interface AttachOptions extends PlanAttachOptions, Omit<RetrieveOptions, 'packages' | 'from' | 'checkDownload'> {
  /** A plan for this document. Default: a new one. The sizes of the policy hold in any case. */
  readonly plan?: Plan | undefined;
}

/** What {@link attachCrate} did. */
export interface AttachedCrate extends Attached {
  readonly plan: Plan;
}

/**
 * Makes an Attached Package of a Detached one, as {@link planAttach} plans it. What cannot be retrieved stays on the
 * web, and the crate is valid all the same; the same call again retrieves only that.
 * @param crate as for `openCrateDocument`
 * @param output a folder, or the name of a `.zip` or `.eln` archive
 * @example
 * const { files, failed } = await attachCrate('data/crates/coastal-atlas', 'atlas-snapshot', { mode: 'snapshot' });
 * console.log(files, failed.length);
 * @throws CrateError as `planAttach`, ERR_PLAN_INVALID for a plan of another document or that would write outside of
 * the crate, ERR_CHECKSUM for a distribution that is another crate, ERR_OUTPUT, ERR_LIMIT
 */
export async function attachCrate(
  crate: CrateArgument,
  output: string,
  options: AttachOptions = {},
): Promise<AttachedCrate> {
  const judge = checkedPolicy(options);
  return withConvertible(crate, options, async (opened) => {
    const plan = withNameRisks(options.plan ?? (await planOpened(opened, options, judge)));
    requirePlanFor(plan, opened.sha256);
    const { document, found } = opened;
    const write = await documentWriter(document, output, plan.name);
    const credentials = namedHosts(options);
    const { fetchedFrom: from } = found;
    const unnamed = plan.credentials?.filter((host) => !namesHost(host, { credentials, from })) ?? [];
    for (const host of unnamed)
      options.onNote?.(
        `the plan lets ${host} get credentials, but this run does not name it: --credentials ${host} does`,
      );
    const checkDownload = (download: CratePackage, address: string) =>
      requireDescribed(document, download, { address, signal: options.signal });
    const retrieving = { ...options, packages: packagesWithSignal(options), from, credentials, checkDownload };
    const written = await writeAttached(output, plan, write, retrieving);
    return { ...written, plan };
  });
}

/** @throws CrateError ERR_PLAN_INVALID */
function requirePlanFor({ verb, document, crate, name }: Plan, sha256: string): void {
  if (verb !== 'attach') throw new CrateError('ERR_PLAN_INVALID', `the plan is for ${verb}, not for attach`);
  if (!isMetadataFileName(name))
    throw new CrateError('ERR_PLAN_INVALID', `the plan: ${name} would not be recognised as a metadata document`, {
      hint: `write name as ${METADATA_FILE_NAME}`,
      details: { name },
    });
  if (document !== sha256)
    throw new CrateError('ERR_PLAN_INVALID', `the plan is for another document: ${crate} had SHA-256 ${document}`, {
      hint: 'the document has changed, or is another one: make a new plan with --dry-run --json',
      details: { expected: document, found: sha256 },
    });
}

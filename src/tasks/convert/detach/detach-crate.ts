import type { CrateArgument } from '../../../package/open/crate-argument.js';
import { applyChanges } from '../apply-changes.js';
import { withConvertible } from '../open-convertible.js';
import type { Plan } from '../plan.js';
import { checkPlan } from '../read-plan.js';
import type { DetachOptions } from './detach-options.js';
import { detachPlan } from './plan-detach.js';
import { verifyPublished } from './verify-published.js';
import { isDescriptorId } from '../../../crate/metadata-names.js';
import type { CrateDocument } from '../../../crate/read/crate-document.js';
import { CrateError } from '../../../base/errors.js';
import { openCrateDocument } from '../../../package/open/open-crate.js';
import { idsOf } from './local-ids.js';

/** How to detach a crate. */
export interface DetachCrateOptions extends DetachOptions {
  /** A plan to apply instead of a new one, made for the same document and perhaps edited. */
  readonly plan?: Plan | undefined;
}

/** A Detached Package. */
export interface Detached {
  /** The plan that was applied. */
  readonly plan: Plan;
  /** File name of the metadata document. */
  readonly name: string;
  /** The metadata document in UTF-8. */
  readonly chunks: readonly Uint8Array[];
}

/**
 * Turns an Attached Package into a Detached one (format document, section 3, A1 to A8): a metadata document whose
 * identifiers are absolute. The text of the original changes only where the plan says so.
 * @example
 * const published = 'https://example.org/survey/';
 * const { name, chunks } = await detachCrate('data/crates/rainfall-survey', { published });
 * console.log(name, Buffer.concat(chunks).toString()); // rainfall-survey-ro-crate-metadata.json
 * @throws CrateError ERR_PLAN_INVALID, and as `planDetach`
 */
export function detachCrate(crate: CrateArgument, options: DetachCrateOptions = {}): Promise<Detached> {
  return withConvertible(crate, options, async (convertible) => {
    const given = options.plan;
    const plan = given ?? (await detachPlan(convertible, options));
    if (given !== undefined) options.onReport?.(convertible.document.report);
    if (given !== undefined) checkPlan(given, { verb: 'detach', document: convertible.sha256 });
    if (options.verify === true) await verifyPublished(convertible, plan, options);
    const chunks = [...(await applyChanges(convertible.document, plan))];
    if (given !== undefined) await checkDetached(chunks, convertible.document);
    return { plan, name: plan.name, chunks };
  });
}

/**
 * Checks that a document is a Detached Package: an edited plan may say anything. Only the descriptor and
 * contextual entities may have relative identifiers.
 * @throws CrateError ERR_PLAN_INVALID
 */
async function checkDetached(
  chunks: readonly Uint8Array[],
  { contexts }: Pick<CrateDocument, 'contexts'>,
): Promise<void> {
  const document = await openCrateDocument(Buffer.concat(chunks), { contexts });
  let descriptor: string;
  try {
    ({ descriptor } = document.root);
  } catch (cause) {
    throw invalid('leaves the crate without a root', 'keep the root and its descriptor', cause);
  }
  const { local } = idsOf(document, new Set());
  if (!isDescriptorId(local.get(descriptor)?.id ?? ''))
    throw invalid(
      'gives the descriptor another name',
      'the descriptor of a Detached Package is ro-crate-metadata.json',
    );
  for (const { id, kind, isFragment } of local.values())
    if (kind !== 'descriptor' && !(kind === 'local' && isFragment))
      throw invalid(`leaves ${JSON.stringify(id)} relative`, 'give it a newId that is an absolute IRI');
}

function invalid(what: string, hint: string, cause?: unknown): CrateError {
  return new CrateError('ERR_PLAN_INVALID', `the plan ${what}`, { hint, cause });
}

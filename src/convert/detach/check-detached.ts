import { isDescriptorId } from '../../crate/metadata-names.js';
import type { CrateDocument } from '../../crate/read/crate-document.js';
import { CrateError } from '../../errors.js';
import { openCrate } from '../../open/open-crate.js';
import { idsOf } from './local-ids.js';

/**
 * Checks that a document is a Detached Package: a plan that somebody edited may say anything. Only the descriptor and
 * contextual entities may have relative identifiers.
 * @throws CrateError ERR_PLAN_INVALID
 */
export async function checkDetached(
  chunks: readonly Uint8Array[],
  { contexts }: Pick<CrateDocument, 'contexts'>,
): Promise<void> {
  const document = await openCrate(Buffer.concat(chunks), { contexts });
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

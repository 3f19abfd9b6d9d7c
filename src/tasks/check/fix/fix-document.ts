import { CrateError } from '../../../base/errors.js';
import { chunksOf, type ByteSource } from '../../../crate/json/byte-source.js';
import { documentContext } from '../../../crate/read/document-context.js';
import type { CrateDocument } from '../../../crate/read/crate-document.js';
import { openJson } from '../../../crate/json/lazy-document.js';
import { Report } from '../../../crate/read/report.js';
import { literalPathOfId } from '../../../package/file-ids.js';
import { openBundle } from '../../../package/contexts/open-contexts.js';
import { readTerms } from '../../vocabulary/crate-terms.js';
import { CheckedCrate } from '../crate/checked-crate.js';
import type { Fix } from './fix.js';
import { fixContext } from './fix-context.js';
import { descriptorRepair } from './fix-descriptor.js';
import { EntityFixer } from './fix-entities.js';
import { fixIdentifiers } from './fix-identifiers.js';
import { contextVersions } from './known-terms.js';

/** A document after its repair. */
export interface FixedDocument {
  /** The document in UTF-8. What was not repaired keeps its bytes. */
  readonly bytes: Uint8Array;
  readonly fixes: readonly Fix[];
}

/**
 * Repairs what has one right answer in the text of a document. A second repair changes nothing.
 * @param document with all notes in its report
 * @param listFiles lists the files of the crate, if it has any; called only if an identifier may be the name of one
 * @throws CrateError ERR_JSON_SYNTAX for bytes that are not UTF-8, and as reading the document
 */
export async function fixDocument(
  document: CrateDocument,
  listFiles?: () => Promise<ReadonlySet<string>>,
): Promise<FixedDocument> {
  await document.check();
  if (document.report.counts['invalid-utf8'] !== undefined)
    throw new CrateError('ERR_JSON_SYNTAX', 'the document is not UTF-8, so its text cannot be repaired', {
      hint: 'save it as UTF-8',
    });
  const fixes: Fix[] = [];
  const onFix = (fix: Fix) => void fixes.push(fix);
  const bundle = await openBundle();
  let crate = new CheckedCrate(document, { terms: await readTerms(document) });
  for (;;) {
    const next = await withSource(crate.document, fixContext(crate, bundle, onFix));
    if (next === crate.document) break;
    await next.check(); // what is in a property that is now defined may use more terms
    crate = new CheckedCrate(next, { terms: await readTerms(next) });
  }
  const mayBeNames = [...crate.index.identifiers()].some(({ id }) => literalPathOfId(id) !== undefined);
  const paths = mayBeNames ? await listFiles?.() : undefined;
  const spelled = await withSource(crate.document, fixIdentifiers(crate, onFix, paths));
  if (spelled !== crate.document) crate = new CheckedCrate(spelled, {});
  const versions = contextVersions(document.writtenContext, bundle);
  const [version] = versions.length === 1 ? versions : [];
  const repair = descriptorRepair(crate, version, onFix);
  const fixed = new EntityFixer(spelled, onFix).fix(repair);
  return { bytes: fixes.length === 0 ? wholeOf(document.json.source) : wholeOf(fixed), fixes };
}

/** A document with another text, read as before. */
async function withSource(document: CrateDocument, source: ByteSource): Promise<CrateDocument> {
  const { json, contexts, base } = document;
  if (source === json.source) return document;
  const context = await documentContext(
    openJson(source, () => undefined),
    contexts,
    base,
    new Report(),
  );
  return document.withText(source, { context, base }, new Report(false, true)).findCandidates();
}

function wholeOf(source: ByteSource): Uint8Array {
  return Buffer.concat([...chunksOf(source)]);
}

import { crateContextVersion } from '../crate/context/context-address.js';
import type { CrateDocument } from '../crate/read/crate-document.js';

/**
 * Reports when the version of RO-Crate is unknown, or another than that of the context, where `conformsTo` decides
 * (format document, section 9); and roots other than the one that counts.
 */
export function reportVersion(document: CrateDocument): void {
  const { version, report, root } = document;
  const declared = [document.writtenContext ?? null]
    .flat()
    .flatMap((part) => (typeof part === 'string' ? (crateContextVersion(part) ?? []) : []));
  if (version === undefined) report.add({ kind: 'version-unknown', detail: root.descriptor });
  else if (declared.length > 0 && !declared.includes(version)) {
    const detail = `conformsTo ${version}, context ${declared.join(', ')}`;
    report.add({ kind: 'version-mismatch', detail, pointer: '/@context' });
  }
  const others = new Set(document.candidates.map((candidate) => candidate.root));
  others.delete(root.root);
  for (const other of others) report.add({ kind: 'several-roots', detail: other });
}

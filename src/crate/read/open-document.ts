import type { ActiveContext } from '../context/active-context.js';
import type { ByteSource } from '../json/byte-source.js';
import { openJson } from '../json/lazy-document.js';
import { judgeBase, type BaseEvidence } from '../judge-base.js';
import { CrateDocument, type DocumentSources } from './crate-document.js';
import { documentContext } from './document-context.js';
import { Report } from './report.js';

/** How to read a metadata document. */
export interface DocumentOptions extends DocumentSources {
  /** The facts that the base depends on. */
  readonly base: BaseEvidence;
  /** Refuse a document that needs a repair. Default false. */
  readonly strict?: boolean | undefined;
  /** Report all notes, not only the first 20 of each kind. Default false. */
  readonly allNotes?: boolean | undefined;
}

/**
 * Opens a metadata document: finds its entities, contexts, base and candidates for the root. In an
 * ordinary crate, no other entity is parsed yet.
 * @throws CrateError ERR_JSON_SYNTAX, ERR_GRAPH_MISSING, ERR_CONTEXT_UNAVAILABLE, ERR_CONTEXT_INVALID, ERR_STRICT,
 * ERR_JSONLD_INVALID, ERR_BASE_IRI_INVALID, ERR_ARCP_INVALID
 */
export async function openDocument(source: ByteSource, options: DocumentOptions): Promise<CrateDocument> {
  const report = new Report(options.strict, options.allNotes);
  const json = openJson(source, (kind, detail) => report.add({ kind, detail }));
  let resolved: ActiveContext | undefined;
  const { base, notes } = await judgeBase(options.base, async (outside) => {
    resolved = await documentContext(json, options.contexts, outside, report);
    return resolved.documentBase;
  });
  const context = resolved as ActiveContext;
  for (const problem of context.problems) report.add({ kind: 'context-term', detail: problem, pointer: '/@context' });
  for (const note of notes) report.add(note);
  return new CrateDocument({ json, context, base, report }, options).findCandidates();
}

import { RULES } from '../../../src/tasks/check/rules.js';
import { REPAIRS, WARNINGS, type Note } from '../../../src/crate/read/report.js';
import { openContexts } from '../../../src/package/contexts/open-contexts.js';
import { openBytes } from '../../../src/package/open/open-crate.js';
import { RULE_CASES } from './cases.js';
import { checkDraft, documentText, sampleCrate, type Draft } from './helpers/sample-crate.js';
import { NOTE_RULES } from './note-rules.js';

/** The cases that are about a document, not about its package. */
const DOCUMENTS = RULE_CASES.filter(({ rule }) => !/^(?:file|package)-/.test(rule));

describe('each repair and warning of reading', () => {
  it('is a rule, or cannot occur in a check', () => {
    expect(Object.keys(NOTE_RULES).sort()).toEqual([...Object.keys(REPAIRS), ...Object.keys(WARNINGS)].sort());
    const ids = RULES.map(({ id }) => id);
    for (const rule of Object.values(NOTE_RULES)) if (rule !== undefined) expect(ids).toContain(rule);
  });

  it.each(DOCUMENTS)('is a finding of a check: $rule, $name', async ({ version, breaks }) => {
    const draft = sampleCrate(version);
    breaks(draft);
    const notes = await notesOf(draft);
    const found = new Set((await checkDraft(draft)).findings.map(({ rule }) => rule));
    for (const { kind } of notes ?? []) {
      const expected = [NOTE_RULES[kind], ...(OTHERWISE[kind] ?? [])];
      expect([kind, expected.some((rule) => rule !== undefined && found.has(rule))]).toEqual([kind, true]);
    }
  });
});

/** Rules that say the same of a document better. */
const OTHERWISE: Partial<Record<Note['kind'], readonly string[]>> = {
  'iri-encoded': ['id-separator', 'data-uri'],
  'entity-merged': ['entity-flat'],
  'kept-as-resource': ['entity-type', 'type-string'],
};

/** The notes of reading a draft; undefined if it cannot be read. */
async function notesOf(draft: Draft): Promise<readonly Note[] | undefined> {
  const text = documentText(draft);
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text;
  try {
    const document = await openBytes(bytes, { contexts: openContexts({ offline: true }), allNotes: true });
    await document.check();
    return document.report.notes;
  } catch {
    return undefined;
  }
}

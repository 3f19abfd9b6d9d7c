import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FATAL_RULES } from '../../../../src/tasks/check/fatal-rules.js';
import { RULES } from '../../../../src/tasks/check/rules.js';
import { describeWithShared } from '../../../helpers/shared.js';
import type { SpecSentence } from './sentence.js';
import { SPEC_SENTENCES } from './spec-sentences.js';

const WORDS = { MUST: /\b(?:MUST|REQUIRED|SHALL)\b/g, SHOULD: /\b(?:SHOULD|RECOMMENDED)\b/g } as const;

describe('the sentences of the specifications', () => {
  const all = [...FATAL_RULES, ...RULES];

  it('have a rule that exists, or a reason', () => {
    const ids = all.map(({ id }) => id);
    for (const { rules, reason, says } of SPEC_SENTENCES) {
      expect([says, (rules === undefined) !== (reason === undefined)]).toEqual([says, true]);
      for (const rule of rules ?? []) expect(ids).toContain(rule);
    }
  });

  it('that say MUST have a rule that is an error', () => {
    const errors = new Set(all.filter(({ severity }) => severity === 'error').map(({ id }) => id));
    const weak = SPEC_SENTENCES.filter(
      ({ word, rules }) => word === 'MUST' && rules !== undefined && !rules.some((id) => errors.has(id)),
    );
    expect(weak.map(({ says }) => says)).toEqual([]);
  });
});

describeWithShared('the sentences of the specifications', 'specs', (folder) => {
  const roCrate = join(folder, 'ro-crate');
  const profiles = join(folder, 'workflow-run-crate', 'profiles', '0.5');
  const pages = [
    ...pagesUnder(roCrate).map((page) => [page, join(roCrate, `${page}.md`)] as const),
    ...readdirSync(profiles, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => [name, join(profiles, name, 'index.md')] as const),
  ];

  it.each(pages)('are all there: %s', (page, file) => {
    const text = readFileSync(file, 'utf8');
    for (const word of ['MUST', 'SHOULD'] as const)
      expect([word, timesOf(page, word)]).toEqual([word, text.match(WORDS[word])?.length ?? 0]);
  });
});

function timesOf(page: string, word: SpecSentence['word']): number {
  return SPEC_SENTENCES.filter((one) => one.word === word && one.pages.includes(page)).reduce(
    (sum, { times = 1 }) => sum + times,
    0,
  );
}

function pagesUnder(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /^\d.*\.md$/.test(name) && !/\/\.|changelog/.test(name))
    .map((name) => name.slice(0, -'.md'.length))
    .sort();
}

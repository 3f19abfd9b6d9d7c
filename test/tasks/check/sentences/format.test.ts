import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { FATAL_RULES } from '../../../../src/tasks/check/fatal-rules.js';
import { RULES } from '../../../../src/tasks/check/rules.js';
import { describeWithShared } from '../../../helpers/shared.js';
import { FORMAT_SENTENCES } from './format.js';

describe('the sentences of the format', () => {
  it('have a rule that exists, or a reason', () => {
    const ids = [...FATAL_RULES, ...RULES].map(({ id }) => id);
    for (const { rules, reason, says } of FORMAT_SENTENCES) {
      expect([says, (rules === undefined) !== (reason === undefined)]).toEqual([says, true]);
      for (const rule of rules ?? []) expect(ids).toContain(rule);
    }
  });
});

describeWithShared('the sentences of the format', 'seed', (folder) => {
  it('are all there, in order', () => {
    const text = readdirSync(folder)
      .map((name) => readFileSync(join(folder, name), 'utf8'))
      .join('\n');
    const words = [...text.matchAll(/\b(?:MUST|SHOULD|RECOMMENDED|must|recommended|required)\b/g)].map(
      ([word]) => word,
    );
    expect(FORMAT_SENTENCES.map(({ word }) => word)).toEqual(words);
  });
});

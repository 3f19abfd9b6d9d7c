import { findNodeAtLocation, parseTree, type Node } from 'jsonc-parser';
import type { Finding } from '../../../src/tasks/check/finding.js';
import { sentenceOfRule } from '../../../src/tasks/check/every-rule.js';
import { FATAL_RULES } from '../../../src/tasks/check/fatal-rules.js';
import { RULES } from '../../../src/tasks/check/rules.js';
import { RULE_CASES } from './cases.js';
import type { RuleCase } from './helpers/rule-case.js';
import { checkDraft, documentText, sampleCrate, type Change, type Draft } from './helpers/sample-crate.js';

function changed({ version }: RuleCase, change: Change): Draft {
  const draft = sampleCrate(version);
  change(draft);
  return draft;
}

function nodeAt(text: string, pointer: string): Node | undefined {
  const path = pointer
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
  const tree = parseTree(text) as Node;
  return findNodeAtLocation(
    tree,
    path.map((token) => (/^\d+$/.test(token) ? Number(token) : token)),
  );
}

const idsOf = (findings: readonly Finding[]) => [...new Set(findings.map(({ rule }) => rule))].sort();

describe('the sample crate', () => {
  it.each(['1.0', '1.1', '1.2', '1.3'])('of version %s keeps every rule', async (version) => {
    const { findings, complete } = await checkDraft(sampleCrate(version));
    expect(findings).toEqual([]);
    expect(complete).toBe(true);
  });
});

describe.each(RULE_CASES)('rule $rule: $name', (one) => {
  it('is broken, at the right place, and no other rule is', async () => {
    const draft = changed(one, one.breaks);
    const { findings } = await checkDraft(draft);
    expect(idsOf(findings)).toEqual([one.rule, ...(one.also ?? [])].sort());
    const own = findings.filter(({ rule }) => rule === one.rule);
    if ('entity' in one) expect(own.map(({ entity }) => entity)).toContain(one.entity);
    if (one.pointer !== undefined) expect(own.map(({ pointer }) => pointer)).toContain(one.pointer);
    for (const { pointer, message } of own) {
      expect(message).not.toBe('');
      const text = documentText(draft);
      if (pointer !== undefined && draft.text === undefined) expect(nodeAt(text as string, pointer)).toBeDefined();
    }
  });

  it('is kept', async () => {
    const { findings } = await checkDraft(changed(one, one.keeps));
    expect(idsOf(findings)).not.toContain(one.rule);
  });
});

describe('the table of rules', () => {
  const all = [...FATAL_RULES, ...RULES];

  it('has a case for each rule, and a rule for each case', () => {
    expect([...new Set(RULE_CASES.map(({ rule }) => rule))].sort()).toEqual(all.map(({ id }) => id).sort());
  });

  it('names each rule once, and says a whole sentence about it', () => {
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    for (const { id, sentence, source } of all) {
      expect(id).toMatch(/^[a-z]+(?:-[a-z]+)+$/);
      expect(sentence).toMatch(/^[A-Z`].*\.$/);
      expect(source).not.toBe('');
    }
  });

  it('says "should" where a rule is no MUST yet', () => {
    for (const { id, sentence } of RULES.filter(({ mustSince }) => mustSince !== undefined)) {
      const said = (severity: 'error' | 'warning') => sentenceOfRule({ rule: id, severity, message: '' });
      expect([said('error'), said('warning')]).toEqual([sentence, sentence.replace(' must ', ' should ')]);
      expect(said('warning')).not.toMatch(/\bmust\b/);
    }
  });
});

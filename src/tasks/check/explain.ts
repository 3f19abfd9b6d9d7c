import { readFile } from 'node:fs/promises';
import { ownFile } from '../../base/own-files.js';
import { ruleAddress } from './rule-addresses.js';
import { namedRule } from './every-rule.js';
import type { RuleText, Severity } from './rule.js';

/** What a rule is about, for people and programs. */
export interface RuleDescription {
  readonly rule: string;
  readonly severity: Severity;
  /** Of an error: the version since which it is one. In older crates it is a warning. */
  readonly mustSince: string | undefined;
  readonly sentence: string;
  readonly source: string;
  /** Address of the text that the rule is from. */
  readonly help: string | undefined;
  /** What `--fix` does about it. */
  readonly fix: string | undefined;
}

/** An entity that breaks a rule, and one that keeps it. */
export interface RuleExample {
  /** What the rule says of the first one. */
  readonly message: string;
  /** Undefined where the fault is not in one entity. */
  readonly breaks?: object | undefined;
  readonly keeps?: object | undefined;
}

/** A rule in the words of its table. */
export function describeRule(rule: RuleText): RuleDescription {
  const { id, severity, mustSince, sentence, source, fix } = rule;
  return { rule: id, severity, mustSince, sentence, source, help: ruleAddress(rule), fix };
}

/**
 * What a rule asks for, with an example that a test checks.
 * @throws CrateError ERR_USAGE for a rule that there is not
 */
export async function explanationOf(id: string): Promise<RuleDescription & { readonly example?: RuleExample }> {
  const rule = describeRule(namedRule(id));
  const examples = JSON.parse(await readFile(ownFile('data/rule-examples.json'), 'utf8')) as Readonly<
    Record<string, RuleExample>
  >;
  const example = examples[id];
  return { ...rule, ...(example !== undefined && { example }) };
}

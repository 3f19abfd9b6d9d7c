import { CrateError } from '../../base/errors.js';
import type { CrateDocument } from '../../crate/read/crate-document.js';
import { nextTurn } from '../../crate/read/stop-signal.js';
import { readTerms } from '../vocabulary/crate-terms.js';
import type { Fault } from './crate/checked-entity.js';
import { CheckedCrate, type PackageFacts, type EntityRole } from './crate/checked-crate.js';
import { ruleFilter, type RuleChoice } from './choose-rules.js';
import type { Finding } from './finding.js';
import { FATAL_RULES } from './fatal-rules.js';
import { markFixable } from './fix/mark-fixable.js';
import type { EntityRule, Rule } from './rule.js';
import { RULES } from './rules.js';
import { locate } from './locate-findings.js';
import { checkShapes } from './shapes/check-shapes.js';
import type { ShapeSources } from './shapes/shape-sources.js';

/** What rules have found in a crate, in the order of the rules and then of the document. */
export interface CheckResult {
  /** IRI of the root; undefined if the document has none. */
  readonly root: string | undefined;
  /** Version of the format that the descriptor names. */
  readonly version: string | undefined;
  readonly kind: 'attached' | 'detached' | undefined;
  /** Whether all rules could run: false for a document that cannot be read. */
  readonly complete: boolean;
  /** Whether the files were compared with their descriptions. */
  readonly files: boolean;
  /** How many entities each rule about entities has looked at, of those that are broken. */
  readonly looked: Readonly<Record<string, number>>;
  readonly findings: readonly Finding[];
}

/** What a check looks for. */
export interface CheckChoice extends RuleChoice {
  /** Profiles that the root has to conform to; the rules of those that we know run in any case. */
  readonly profile?: readonly string[] | undefined;
  readonly shapes?: ShapeSources | undefined;
}

/**
 * Runs rules on a document, and then shapes.
 * @throws CrateError as reading it, unless a rule says so, and as `checkShapes`
 */
export async function checkDocument(
  document: CrateDocument,
  facts: PackageFacts = {},
  { profile = [], shapes, ...choice }: CheckChoice = {},
): Promise<CheckResult> {
  const isChosen = ruleFilter(choice);
  try {
    await document.check();
    const crate = new CheckedCrate(document, { ...facts, demanded: profile, terms: await readTerms(document) });
    const rules = RULES.filter(({ id }) => isChosen(id));
    const found = new FoundFaults(crate);
    for (const rule of rules) if (rule.on === 'crate') found.add(rule, rule.check(crate));
    await checkEntities(crate, rules, found);
    const asked = [...profileFaults(crate), ...(shapes === undefined ? [] : await checkShapes(crate, shapes))];
    const findings = [...found.inOrder(), ...asked.filter(({ rule }) => isChosen(rule))];
    return {
      root: crate.rootIri,
      version: crate.version,
      kind: crate.kind,
      complete: true,
      files: crate.files !== undefined,
      looked: found.looked,
      findings: located(await markFixable(findings, document), document),
    };
  } catch (error) {
    return uncheckable(error);
  }
}

/** The result for a document or package that cannot be read. @throws the error if it says nothing about the crate */
export function uncheckable(error: unknown): CheckResult {
  const rule = error instanceof CrateError ? FATAL_RULES.find(({ codes }) => codes.includes(error.code)) : undefined;
  if (rule === undefined) throw error;
  const { message, details, hint } = error as CrateError;
  const pointer = typeof details['pointer'] === 'string' ? details['pointer'] : undefined;
  const [line, column] = [details['line'], details['column']].map((one) => (typeof one === 'number' ? one : undefined));
  return {
    root: undefined,
    version: undefined,
    kind: undefined,
    complete: false,
    files: false,
    looked: {},
    findings: [{ rule: rule.id, severity: rule.severity, message, hint, pointer, line, column }],
  };
}

function located(findings: readonly Finding[], { json }: CrateDocument): Finding[] {
  const places = locate(json, new Set(findings.flatMap(({ pointer }) => pointer ?? [])));
  return findings.map((finding) => ({ ...finding, ...places.get(finding.pointer ?? '') }));
}

/** Runs the rules about entities, in one pass over the document. */
async function checkEntities(crate: CheckedCrate, all: readonly Rule[], found: FoundFaults): Promise<void> {
  const rules = all.filter((rule) => rule.on !== 'crate');
  const byRole = new Map<string, LookingRules>();
  const byTypes = new Map<readonly string[], LookingRules>(); // entities of one type share the list
  let count = 0;
  for (const entity of crate.entities()) {
    const { types } = entity;
    const role = crate.roleOf(entity);
    let some = byRole.get(role);
    if (some === undefined) byRole.set(role, (some = { rules: rules.filter(({ on }) => isOn(on, role)), entities: 0 }));
    let typed = byTypes.get(types);
    if (typed === undefined) {
      const ofTypes = rules.filter(({ on }) => typeof on === 'object' && entity.is(on.type));
      byTypes.set(types, (typed = { rules: ofTypes, entities: 0 }));
    }
    for (const group of [some, typed]) {
      group.entities += 1;
      for (const rule of group.rules) found.add(rule, rule.check(entity, crate));
    }
    count += 1;
    if (count % 5000 === 0) await nextTurn();
  }
  for (const group of [...byRole.values(), ...byTypes.values()])
    for (const { id } of group.rules) found.countLooked(id, group.entities);
}

/** Rules, and how many entities they have looked at. */
interface LookingRules {
  readonly rules: readonly EntityRule[];
  entities: number;
}

function isOn(on: EntityRule['on'], role: EntityRole): boolean {
  return on === role || on === 'entity' || (on === 'data' && (role === 'file' || role === 'folder'));
}

/** The faults of each rule. */
class FoundFaults {
  readonly #crate: CheckedCrate;
  readonly #byRule = new Map<string, Finding[]>(RULES.map(({ id }) => [id, []]));
  readonly looked: Record<string, number> = {};

  constructor(crate: CheckedCrate) {
    this.#crate = crate;
  }

  add({ id, severity: most, mustSince }: Rule, faults: Fault | readonly Fault[] | undefined): void {
    if (faults === undefined) return;
    const severity = mustSince === undefined || this.#crate.since(mustSince) ? most : 'warning';
    const findings = this.#byRule.get(id) as Finding[];
    for (const fault of Array.isArray(faults) ? (faults as readonly Fault[]) : [faults as Fault])
      findings.push({ rule: id, severity, ...fault });
  }

  /** Counts entities that a rule has looked at; of interest only if it is broken. */
  countLooked(id: string, entities: number): void {
    if (this.#byRule.get(id)?.length !== 0) this.looked[id] = (this.looked[id] ?? 0) + entities;
  }

  inOrder(): Finding[] {
    return [...this.#byRule.values()].flat();
  }
}

/**
 * A finding for each demanded profile that the root does not conform to. A profile without a version is any version.
 */
function profileFaults(crate: CheckedCrate): Finding[] {
  const named = crate.profiles.map(plain);
  return crate.demanded.flatMap((profile): Finding[] => {
    const wanted = plain(profile);
    if (named.some((one) => one === wanted || one.startsWith(`${wanted}/`))) return [];
    const { root } = crate;
    return [
      {
        rule: 'profile-demanded',
        severity: 'error',
        message: `${root === undefined ? 'there is no root that conforms' : 'does not conform'} to the profile ${profile}`,
        entity: root?.id,
        pointer: root?.pointerTo('conformsTo'),
      },
    ];
  });
}

/** An address without what makes no difference: http or https, `/` at the end. */
function plain(iri: string): string {
  return iri.replace(/^http:/, 'https:').replace(/\/+$/, '');
}

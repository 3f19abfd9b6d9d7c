import { CrateError } from '../errors.js';
import type { CrateDocument } from '../crate/read/crate-document.js';
import { nextTurn } from '../crate/read/stop-signal.js';
import type { Fault } from './crate/checked-entity.js';
import { CheckedCrate, type PackageFacts, type EntityRole } from './crate/checked-crate.js';
import { FATAL_RULES } from './fatal-rules.js';
import type { CrateRule, EntityRule, Severity } from './rule.js';
import { RULES } from './rules.js';
import { locate } from './locate-findings.js';
import { checkShapes } from './shapes/check-shapes.js';
import type { ShapeSources } from './shapes/shape-sources.js';

/** A place where a crate breaks a rule. */
export interface Finding {
  /** Id of the rule. */
  readonly rule: string;
  readonly severity: Severity;
  /** What is wrong here. */
  readonly message: string;
  /** What to do about it, if the document cannot be read. */
  readonly hint?: string | undefined;
  /** `@id` of the entity as written. */
  readonly entity?: string | undefined;
  /** JSON pointer (RFC 6901) into the metadata document. */
  readonly pointer?: string | undefined;
  /** Where the pointer leads in the text of the document: line and column from 1, the column in UTF-16 code units. */
  readonly line?: number | undefined;
  readonly column?: number | undefined;
  /** Of a SHACL shape: its IRI, or that of the nearest shape around it. */
  readonly shape?: string | undefined;
  /** Of a SHACL shape: the name of the constraint component, as in `MinCount`. */
  readonly component?: string | undefined;
}

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
  readonly findings: readonly Finding[];
}

/**
 * Runs all rules on a document, and then shapes.
 * @throws CrateError as reading it, unless a rule says so, and as `checkShapes`
 */
export async function checkDocument(
  document: CrateDocument,
  facts: PackageFacts = {},
  shapes?: ShapeSources,
): Promise<CheckResult> {
  try {
    await document.check();
    const crate = new CheckedCrate(document, facts);
    const found = new FoundFaults();
    for (const rule of RULES) if (rule.on === 'crate') found.add(rule, rule.check(crate));
    await checkEntities(crate, found);
    return {
      root: crate.rootIri,
      version: crate.version,
      kind: crate.kind,
      complete: true,
      files: crate.files !== undefined,
      findings: located(
        [...found.inOrder(), ...(shapes === undefined ? [] : await checkShapes(crate, shapes))],
        document,
      ),
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
    findings: [{ rule: rule.id, severity: rule.severity, message, hint, pointer, line, column }],
  };
}

function located(findings: readonly Finding[], { json }: CrateDocument): Finding[] {
  const places = locate(json, new Set(findings.flatMap(({ pointer }) => pointer ?? [])));
  return findings.map((finding) => ({ ...finding, ...places.get(finding.pointer ?? '') }));
}

/** Runs the rules about entities, in one pass over the document. */
async function checkEntities(crate: CheckedCrate, found: FoundFaults): Promise<void> {
  const rules = RULES.filter((rule) => rule.on !== 'crate');
  const byRole = new Map<string, readonly EntityRule[]>();
  const byTypes = new Map<readonly string[], readonly EntityRule[]>(); // entities of one type share the list
  let count = 0;
  for (const entity of crate.entities()) {
    const { types } = entity;
    const role = crate.roleOf(entity);
    let some = byRole.get(role);
    if (some === undefined) byRole.set(role, (some = rules.filter(({ on }) => isOn(on, role))));
    for (const rule of some) found.add(rule, rule.check(entity, crate));
    let typed = byTypes.get(types);
    if (typed === undefined)
      byTypes.set(types, (typed = rules.filter(({ on }) => typeof on === 'object' && entity.is(on.type))));
    for (const rule of typed) found.add(rule, rule.check(entity, crate));
    count += 1;
    if (count % 5000 === 0) await nextTurn();
  }
}

function isOn(on: EntityRule['on'], role: EntityRole): boolean {
  return on === role || on === 'entity' || (on === 'data' && (role === 'file' || role === 'folder'));
}

/** The faults of each rule. */
class FoundFaults {
  readonly #byRule = new Map<string, Finding[]>(RULES.map(({ id }) => [id, []]));

  add({ id, severity }: CrateRule | EntityRule, faults: Fault | readonly Fault[] | undefined): void {
    if (faults === undefined) return;
    const findings = this.#byRule.get(id) as Finding[];
    for (const fault of Array.isArray(faults) ? (faults as readonly Fault[]) : [faults as Fault])
      findings.push({ rule: id, severity, ...fault });
  }

  inOrder(): Finding[] {
    return [...this.#byRule.values()].flat();
  }
}

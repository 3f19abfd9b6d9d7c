import type { ContextSource } from '../../crate/context/context-source.js';
import type { GraphReader } from '../../store/port.js';
import type { Finding } from '../../tasks/check/finding.js';
import type { Severity } from '../../tasks/check/rule.js';
import type { CrateView } from './crate-view.js';

/** What the rules of RO-Crate find in a crate, as far as pages show it. */
export interface CrateCheck {
  /** Version of the format that the descriptor names. */
  readonly version: string | undefined;
  /** False for a document that not all rules could read. */
  readonly isComplete: boolean;
  readonly counts: Readonly<Record<Severity, number>>;
  /** The rules that are broken, most important first, as the command groups them. */
  readonly rules: readonly BrokenRule[];
}

/** A rule that a crate breaks. */
export interface BrokenRule {
  readonly rule: string;
  readonly severity: Severity;
  /** What is right. */
  readonly sentence: string | undefined;
  readonly count: number;
  /** The first {@link MOST_FINDINGS}. */
  readonly findings: readonly Finding[];
}

/** Findings of one rule that are kept. */
export const MOST_FINDINGS = 1000;

/** Entities of crates whose check takes some milliseconds, which a page that is about something else may take. */
const QUICK = 50;
/** Entities of the largest crates that are checked here: 4 seconds and 150 MB. */
export const MOST_CHECKED = 50_000;

/** Never aborted: work that has a signal lets other events happen meanwhile. */
const { signal: TURNS } = new AbortController();

/** Checks crates of a store for their pages, one at a time, and keeps what it found as long as their views are kept. */
export class CrateChecks {
  readonly #contexts: ContextSource;
  readonly #found = new WeakMap<CrateView, Promise<CrateCheck>>();
  #waiting = 0;
  #last: Promise<unknown> = Promise.resolve();

  constructor(contexts: ContextSource) {
    this.#contexts = contexts;
  }

  /**
   * What is wrong with a crate; undefined for one that is too large.
   * @param isQuick only if it is known, or costs little
   * @throws CrateError if it cannot be checked
   */
  async of(view: CrateView, store: GraphReader, isQuick = false): Promise<CrateCheck | undefined> {
    const known = this.#found.get(view);
    if (known !== undefined) return isQuick ? undefinedWhilePending(known) : known;
    if (view.entities.length > (isQuick ? QUICK : MOST_CHECKED) || (isQuick && this.#waiting > 0)) return undefined;
    this.#waiting += 1;
    const checking = this.#last.then(() => checkOf(view, store, this.#contexts));
    this.#last = checking.catch(() => undefined).finally(() => (this.#waiting -= 1));
    this.#found.set(view, checking);
    checking.catch(() => this.#found.delete(view));
    return checking;
  }
}

/** Another page may be checking a large crate just now. */
async function undefinedWhilePending<T>(promise: Promise<T>): Promise<T | undefined> {
  return Promise.race([promise, Promise.resolve(undefined)]);
}

async function checkOf(view: CrateView, store: GraphReader, contexts: ContextSource): Promise<CrateCheck> {
  const { checkStored } = await import('../../tasks/check/check-crate.js'); // all rules
  const { byImportance } = await import('../../tasks/check/importance.js');
  const { sentenceOfRule } = await import('../../tasks/check/every-rule.js');
  const { version, complete, findings } = await checkStored(store, view.iri, { contexts, signal: TURNS });
  const counts = { error: 0, warning: 0, note: 0 };
  for (const { severity } of findings) counts[severity] += 1;
  const rules = byImportance(findings).map(([rule, some]): BrokenRule => {
    const [first] = some as [Finding, ...Finding[]];
    const { severity } = first;
    return { rule, severity, sentence: sentenceOfRule(first), count: some.length, findings: some.slice(0, MOST_FINDINGS) }; // prettier-ignore
  });
  return { version, isComplete: complete, counts, rules };
}

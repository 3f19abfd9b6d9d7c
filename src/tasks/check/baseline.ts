import { readFile } from 'node:fs/promises';
import { dirname, relative, resolve, sep } from 'node:path';
import { CrateError } from '../../base/errors.js';
import { isWebAddress } from '../../package/package-options.js';
import type { NamedResult } from './check-crates.js';
import type { Finding } from './finding.js';

/** A finding in a baseline: by what it says and about which entity, wherever that is in the document. */
export interface KnownFinding {
  /** The document, as seen from the folder of the baseline; or what the crate is called. */
  readonly crate: string;
  readonly rule: string;
  readonly entity?: string | undefined;
  readonly message: string;
  /** How often, if more than once. */
  readonly count?: number | undefined;
}

/** Findings of an earlier check, which a later one does not report again. */
export class Baseline {
  readonly #folder: string;
  readonly #left = new Map<string, { readonly finding: KnownFinding; count: number }>();

  /** @param file where it is or will be: its crates are named as seen from there */
  constructor(file: string, findings: readonly KnownFinding[] = []) {
    this.#folder = resolve(dirname(file));
    for (const finding of findings) this.#count(finding, finding.count ?? 1);
  }

  /** Adds the findings of a crate. */
  add(result: NamedResult): void {
    for (const finding of result.findings) this.#count(this.#known(result, finding), 1);
  }

  /** Takes the findings of a crate out of the baseline, and returns those that it does not have. */
  newIn(result: NamedResult): Finding[] {
    return result.findings.filter((finding) => {
      const known = this.#left.get(keyOf(this.#known(result, finding)));
      if (known === undefined || known.count === 0) return true;
      known.count -= 1;
      return false;
    });
  }

  /** How many of its findings have not been found. */
  get left(): number {
    let sum = 0;
    for (const { count } of this.#left.values()) sum += count;
    return sum;
  }

  /** Its text: sorted, one finding a line, so that a version control shows what has changed. */
  text(): string {
    const found = [...this.#left].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one);
    const lines = found.map(({ finding, count }) =>
      JSON.stringify({ ...finding, count: count === 1 ? undefined : count }),
    );
    return `{"version":1,"findings":[${lines.length === 0 ? '' : `\n${lines.join(',\n')}\n`}]}\n`;
  }

  #count(finding: KnownFinding, count: number): void {
    const key = keyOf(finding);
    const known = this.#left.get(key);
    if (known === undefined) this.#left.set(key, { finding, count });
    else known.count += count;
  }

  #known({ crate, document }: NamedResult, { rule, entity, message }: Finding): KnownFinding {
    const place = document === undefined || isWebAddress(document) ? crate : resolve(document);
    const name = place === crate ? crate : relative(this.#folder, place).split(sep).join('/');
    return { crate: name, rule, entity, message };
  }
}

function keyOf({ crate, rule, entity = '', message }: KnownFinding): string {
  return JSON.stringify([crate, rule, entity, message]);
}

/** Reads a baseline. @throws CrateError ERR_NOT_FOUND, and ERR_USAGE for what is not a baseline */
export async function readBaseline(file: string): Promise<Baseline> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (cause) {
    throw new CrateError('ERR_NOT_FOUND', `the baseline ${file} cannot be read: ${(cause as Error).message}`, {
      hint: `make it with --write-baseline ${file}`,
      cause,
      details: { file },
    });
  }
  const findings = findingsIn(text);
  if (findings === undefined)
    throw new CrateError('ERR_USAGE', `${file} is no baseline`, {
      hint: 'make one with --write-baseline FILE',
      details: { file },
    });
  return new Baseline(file, findings);
}

function findingsIn(text: string): readonly KnownFinding[] | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined; // the caller says so
  }
  const { version, findings } = (value ?? {}) as { version?: unknown; findings?: unknown };
  if (version !== 1 || !Array.isArray(findings)) return undefined;
  return findings.every(isKnownFinding) ? findings : undefined;
}

function isKnownFinding(value: unknown): value is KnownFinding {
  if (typeof value !== 'object' || value === null) return false;
  const { crate, rule, entity, message, count } = value as Record<string, unknown>;
  return (
    [crate, rule, message].every((one) => typeof one === 'string') &&
    ['string', 'undefined'].includes(typeof entity) &&
    (count === undefined || (Number.isInteger(count) && (count as number) > 0))
  );
}

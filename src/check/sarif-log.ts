import type { Log, Result } from 'sarif';
import { FATAL_RULES } from './fatal-rules.js';
import { RULES } from './rules.js';
import type { NamedResult, UncheckedCrate } from './check-crates.js';
import type { Finding } from './check-document.js';

const LEVELS = { error: 'error', warning: 'warning', note: 'note' } as const;

/**
 * The findings as a log in SARIF 2.1.0 (OASIS), which code hosts show next to the lines of the document.
 * A crate that could not be checked is a notification of the run, which then is no success.
 * @param version of crategraph
 * @example
 * const result = await checkCrate('data/crates/rainfall-survey');
 * const log = sarifLog([{ crate: 'rainfall-survey', ...result }], '1.0.0');
 * console.log(JSON.stringify(log, null, 2));
 */
export function sarifLog(all: readonly (NamedResult | UncheckedCrate)[], version: string): object {
  const failures = all.flatMap((one) => ('error' in one ? [one] : []));
  const results = all.flatMap((one) => ('error' in one ? [] : [one]));
  const rules = [...FATAL_RULES, ...RULES];
  const indexOf = new Map(rules.map(({ id }, index) => [id, index]));
  const log: Log = {
    $schema: 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'crategraph',
            semanticVersion: version,
            informationUri: 'https://github.com/crategraph/crategraph',
            rules: rules.map(({ id, sentence, source, severity }) => ({
              id,
              shortDescription: { text: sentence },
              help: { text: source },
              defaultConfiguration: { level: LEVELS[severity] },
            })),
          },
        },
        invocations: [
          {
            executionSuccessful: failures.length === 0,
            toolExecutionNotifications: failures.map(({ crate, error }) => ({
              level: 'error' as const,
              descriptor: { id: error.code },
              message: { text: `${crate}: ${error.message}` },
              locations: [{ physicalLocation: { artifactLocation: { uri: uriOf(crate) } } }],
            })),
          },
        ],
        columnKind: 'utf16CodeUnits',
        results: results.flatMap((result) => result.findings.map((finding) => sarifResult(finding, result, indexOf))),
      },
    ],
  };
  return log;
}

function sarifResult(finding: Finding, { crate, document }: NamedResult, indexOf: ReadonlyMap<string, number>): Result {
  const { rule, severity, entity, pointer, line, column } = finding;
  const region = line === undefined ? {} : { region: { startLine: line, startColumn: column } };
  const names = [entity, pointer].filter((one) => one !== undefined);
  return {
    ruleId: rule,
    ...(indexOf.has(rule) && { ruleIndex: indexOf.get(rule) }),
    level: LEVELS[severity],
    message: { text: sentenceOf(finding) },
    locations: [
      {
        physicalLocation: { artifactLocation: { uri: uriOf(document ?? crate) }, ...region },
        ...(names.length > 0 && { logicalLocations: [{ name: entity, fullyQualifiedName: names.join(' ') }] }),
      },
    ],
  };
}

/** A path or address as a URI reference. */
function uriOf(place: string): string {
  if (/^[a-z][a-z0-9+.-]+:/i.test(place)) return place;
  return place.split(/[\\/]/).map(encodeURIComponent).join('/');
}

/** What is wrong, as a sentence without its full stop. */
export function sentenceOf({ entity, message }: Pick<Finding, 'entity' | 'message'>): string {
  return entity === undefined ? message : `${entity} ${message}`;
}

import { isAbsolute, relative, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ArtifactLocation, Log, Result } from 'sarif';
import type { NamedResult, UncheckedCrate } from './check-crates.js';
import type { Finding } from './finding.js';
import { EVERY_RULE } from './every-rule.js';
import { fingerprintOf, sentenceOf } from './fingerprint.js';
import { ruleAddress } from './rule-addresses.js';

/** The name that code hosts know for the folder of the sources. */
const FOLDER = '%SRCROOT%';
const LEVELS = { error: 'error', warning: 'warning', note: 'note' } as const;

/**
 * The findings as a log in SARIF 2.1.0 (OASIS), which code hosts show next to the lines of the document.
 * A crate that could not be checked is a notification of the run, which then is no success. Paths are as seen from the
 * working folder.
 * @param version of crategraph
 * @example
 * const result = await checkCrate('data/crates/rainfall-survey');
 * const log = sarifLog([{ crate: 'rainfall-survey', ...result }], '1.0.0');
 * console.log(JSON.stringify(log, null, 2));
 */
export function sarifLog(all: readonly (NamedResult | UncheckedCrate)[], version: string): object {
  const failures = all.flatMap((one) => ('error' in one ? [one] : []));
  const results = all.flatMap((one) => ('error' in one ? [] : [one]));
  const indexOf = new Map(EVERY_RULE.map(({ id }, index) => [id, index]));
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
            rules: EVERY_RULE.map(({ id, sentence, source, severity, fix }) => ({
              id,
              shortDescription: { text: sentence },
              help: { text: source },
              helpUri: ruleAddress({ source }),
              defaultConfiguration: { level: LEVELS[severity] },
              properties: { fixable: fix !== undefined, ...(fix !== undefined && { fix }) },
            })),
          },
        },
        originalUriBaseIds: { [FOLDER]: { uri: `${pathToFileURL('.').href}/` } },
        invocations: [
          {
            executionSuccessful: failures.length === 0,
            toolExecutionNotifications: failures.map(({ crate, error }) => ({
              level: 'error' as const,
              descriptor: { id: error.code },
              message: { text: `${crate}: ${error.message}` },
              locations: [{ physicalLocation: { artifactLocation: locationOf(crate) } }],
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
  const { rule, severity, entity, pointer, line, column, fixable = false } = finding;
  const region = line === undefined ? {} : { region: { startLine: line, startColumn: column } };
  const names = [entity, pointer].filter((one) => one !== undefined);
  return {
    ruleId: rule,
    ...(indexOf.has(rule) && { ruleIndex: indexOf.get(rule) }),
    level: LEVELS[severity],
    message: { text: sentenceOf(finding) },
    partialFingerprints: { 'crategraph/v1': fingerprintOf(finding) },
    properties: { fixable },
    locations: [
      {
        physicalLocation: { artifactLocation: locationOf(document ?? crate), ...region },
        ...(names.length > 0 && { logicalLocations: [{ name: entity, fullyQualifiedName: names.join(' ') }] }),
      },
    ],
  };
}

/** Where a path or address is: a path below the working folder as seen from there. */
function locationOf(place: string): ArtifactLocation {
  if (/^[a-z][a-z0-9+.-]+:/i.test(place)) return { uri: place };
  const path = relative('.', place);
  if (path === '..' || path.startsWith(`..${sep}`) || isAbsolute(path))
    return { uri: pathToFileURL(resolve(place)).href };
  return { uri: path.split(sep).map(encodeURIComponent).join('/'), uriBaseId: FOLDER };
}

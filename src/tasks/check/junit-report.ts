import { withXmlCharacters } from '../../base/rdf/xml-characters.js';
import type { NamedResult, UncheckedCrate } from './check-crates.js';
import type { Finding } from './finding.js';
import { sentenceOfRule } from './every-rule.js';
import { sentenceOf } from './fingerprint.js';
import { byImportance, SEVERITIES } from './importance.js';
import type { Severity } from './rule.js';

/** A result, and the severities that are failures of it. */
export interface JudgedResult {
  readonly result: NamedResult | UncheckedCrate;
  readonly failing: readonly Severity[];
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\n': '&#10;',
  '\r': '&#13;',
  '\t': '&#9;',
};

/**
 * The findings as JUnit XML, which CI systems show as tests: a suite for each crate, a test for each
 * rule that is broken, a failure from the severity on that fails the check. A crate in which nothing is
 * found is one test that passes.
 */
export function junitReport(all: readonly JudgedResult[]): string {
  const suites = all.map(suiteOf);
  const sum = (of: (suite: Suite) => number) => suites.reduce((total, suite) => total + of(suite), 0);
  const counts = countsText({
    tests: sum(({ tests }) => tests),
    failures: sum(({ failures }) => failures),
    errors: sum(({ errors }) => errors),
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="crategraph check" ${counts}>
${suites.map(({ text }) => text).join('')}</testsuites>
`;
}

interface SuiteCounts {
  readonly tests: number;
  readonly failures: number;
  readonly errors: number;
}
interface Suite extends SuiteCounts {
  readonly text: string;
}

function suiteOf({ result, failing }: JudgedResult): Suite {
  const { crate } = result;
  if ('error' in result) {
    const { code, message } = result.error;
    const body = `<error message=${quoted(message)} type=${quoted(code)}/>`;
    return suite(crate, { tests: 1, failures: 0, errors: 1 }, [testOf(crate, 'the crate can be checked', body)]);
  }
  const groups = byImportance(result.findings);
  const isFailure = ([first]: readonly Finding[]) => first !== undefined && failing.includes(first.severity);
  const tests = groups.map(([rule, findings]) => {
    const lines = findings.map((finding) => lineOf(finding, result.document ?? crate)).join('\n');
    const first = findings[0] as Finding;
    const { severity } = first;
    const text = `${severity}: ${sentenceOfRule(first) ?? rule}`;
    return isFailure(findings)
      ? testOf(crate, rule, `<failure message=${quoted(text)} type=${quoted(severity)}>${escaped(lines)}</failure>`)
      : testOf(crate, rule, `<system-out>${escaped(`${text}\n${lines}`)}</system-out>`);
  });
  if (tests.length === 0) tests.push(testOf(crate, 'all rules', ''));
  const failures = groups.filter(([, findings]) => isFailure(findings)).length;
  return suite(crate, { tests: tests.length, failures, errors: 0 }, tests);
}

function suite(crate: string, counts: SuiteCounts, tests: readonly string[]): Suite {
  return {
    ...counts,
    text: `  <testsuite name=${quoted(crate)} ${countsText(counts)}>\n${tests.join('')}  </testsuite>\n`,
  };
}

function testOf(crate: string, name: string, body: string): string {
  return `    <testcase name=${quoted(name)} classname=${quoted(crate)}>${body}</testcase>\n`;
}

function lineOf(finding: Finding, document: string): string {
  const { line, column = 1 } = finding;
  return `${document}${line === undefined ? '' : `:${line}:${column}`}: ${sentenceOf(finding)}`;
}

function countsText({ tests, failures, errors }: SuiteCounts): string {
  return `tests="${tests}" failures="${failures}" errors="${errors}"`;
}

function quoted(text: string): string {
  return `"${escaped(text).replace(/["\n\r\t]/g, (one) => ENTITIES[one] ?? one)}"`;
}

function escaped(text: string): string {
  return withXmlCharacters(text).replace(/[&<>]/g, (one) => ENTITIES[one] ?? one);
}

/** The severities from one on; none for `never`. */
export function severitiesFrom(severity: Severity | 'never'): readonly Severity[] {
  return severity === 'never' ? [] : SEVERITIES.slice(0, SEVERITIES.indexOf(severity) + 1);
}

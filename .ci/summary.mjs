/**
 * Prints what failed, and as the last line `N passed, N failed`, from the reports of jest: `summary.mjs FOLDER STEP...`
 * with the steps that ended with an error. One of them counts as a failure if it has no report of a failed test. The
 * status is 1 if anything failed, or if nothing ran.
 */
import console from 'node:console';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';

const [folder, ...broken] = process.argv.slice(2);
const failures = [];
const unexplained = new Set(broken);
let passed = 0;
let failed = 0;
const reports = existsSync(folder) ? readdirSync(folder).filter((file) => file.endsWith('.json')) : [];
for (const file of reports) {
  const report = JSON.parse(readFileSync(join(folder, file), 'utf8'));
  const own = report.numFailedTests + report.numRuntimeErrorTestSuites;
  passed += report.numPassedTests;
  failed += own;
  if (own > 0) unexplained.delete(file.replace('.json', ''));
  for (const { name, message, assertionResults } of report.testResults) {
    const tests = assertionResults.filter(({ status }) => status === 'failed');
    for (const { fullName, failureMessages } of tests) failures.push(`${name}: ${fullName}\n${failureMessages[0]}`);
    if (tests.length === 0 && message !== '') failures.push(`${name}\n${message}`);
  }
}
// Again at the end, where they are found.
for (const text of failures) console.log(`\nfailed: ${text.slice(0, 1500)}`);
for (const step of unexplained) console.log(`\nfailed: the step "${step}", see above`);
failed += unexplained.size;
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;

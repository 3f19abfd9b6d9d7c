import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What jest reports of one suite. */
const PASSED = { numPassedTests: 3, numFailedTests: 0, numRuntimeErrorTestSuites: 0, testResults: [] };
const FAILED = {
  numPassedTests: 10,
  numFailedTests: 1,
  numRuntimeErrorTestSuites: 1,
  testResults: [
    {
      name: 'a.test.ts',
      message: 'both',
      assertionResults: [{ status: 'failed', fullName: 'it fails', failureMessages: ['for a reason'] }],
    },
    { name: 'b.test.ts', message: 'it does not compile', assertionResults: [] },
  ],
};

/** Runs the summary on reports and broken steps. @returns its status and its lines that are not empty */
function summarise(reports: Readonly<Record<string, object>>, broken: readonly string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'reports-'));
  for (const [name, report] of Object.entries(reports))
    writeFileSync(join(folder, `${name}.json`), JSON.stringify(report));
  const { status, stdout } = spawnSync(process.execPath, ['.ci/summary.mjs', folder, ...broken], { encoding: 'utf8' });
  rmSync(folder, { recursive: true });
  return { status, lines: stdout.split('\n').filter((line) => line !== '') };
}

describe('the last line of .ci/run', () => {
  it('is the sum of what the runners report', () => {
    expect(summarise({ quick: PASSED, slow: PASSED }, [])).toEqual({ status: 0, lines: ['6 passed, 0 failed'] });
  });

  it('counts tests that fail and suites that do not run, and repeats why', () => {
    const { status, lines } = summarise({ quick: PASSED, slow: FAILED }, ['slow']);
    expect({ status, last: lines.at(-1) }).toEqual({ status: 1, last: '13 passed, 2 failed' });
    expect(lines).toEqual(
      expect.arrayContaining(['failed: a.test.ts: it fails', 'for a reason', 'it does not compile']),
    );
  });

  it('counts a step that fails without a test that does, once', () => {
    const { status, lines } = summarise({ quick: PASSED }, ['lint', 'quick', 'lint']);
    expect({ status, last: lines.at(-1) }).toEqual({ status: 1, last: '3 passed, 2 failed' });
  });

  it('is a failure if nothing ran', () => {
    expect(summarise({}, [])).toEqual({ status: 1, lines: ['0 passed, 0 failed'] });
  });
});

it('.ci/run refuses what it does not know', () => {
  const { status, stderr } = spawnSync('bash', ['.ci/run', '--fast'], { encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 2, stderr: 'usage: .ci/run [--install | --no-install]\n' });
});

// `crategraph check` side by side with the reference validator of RO-Crate (PyPI: roc-validator).
// node test/bench/validators/compare.mjs [--limit n] [--speed] [--json file]
// ROC_PYTHON: the python that has roc-validator; without it everything of the validator is skipped.
import { spawn, spawnSync } from 'node:child_process';
import console from 'node:console';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { performance } from 'node:perf_hooks';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { clearTimeout, setTimeout } from 'node:timers';
import { fileURLToPath, URL } from 'node:url';
import { parseArgs } from 'node:util';

const { values: options } = parseArgs({
  options: {
    limit: { type: 'string', default: '1000' },
    speed: { type: 'boolean', default: false },
    json: { type: 'string' },
  },
});
const HERE = dirname(fileURLToPath(import.meta.url));
const SHARED = process.env['CRATEGRAPH_SHARED'] ?? fileURLToPath(new URL('../../../../shared', import.meta.url));
const CORPUS = join(SHARED, 'corpus');
const PYTHON = process.env['ROC_PYTHON'] ?? 'python3';
const MINUTES = 10;
const { checkCrate, openContexts } = await import('../../../dist/index.js').then(async (index) => ({
  ...index,
  ...(await import('../../../dist/tasks/check/check-crate.js')),
}));
const contexts = openContexts({ offline: true, folders: [join(CORPUS, 'contexts')] });
const RULE_OF = JSON.parse(readFileSync(join(HERE, 'rules-of-checks.json'), 'utf8'));

/** What the reference validator says of crates; it is stopped after ten minutes. */
async function askValidator(crates) {
  const found = new Map();
  const child = spawn(PYTHON, [join(HERE, 'roc_validator.py'), join(CORPUS, 'contexts')], {
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const timer = setTimeout(() => child.kill('SIGKILL'), MINUTES * 60_000);
  child.stdin.on('error', () => undefined); // stopped
  child.stdin.end(crates.join('\n'));
  for await (const line of createInterface({ input: child.stdout }))
    if (line.startsWith('{')) found.set(JSON.parse(line).crate, JSON.parse(line));
  clearTimeout(timer);
  return found;
}

async function ask(crate) {
  const start = performance.now();
  try {
    const { findings } = await checkCrate(crate, { contexts, files: false });
    return { findings, seconds: (performance.now() - start) / 1000 };
  } catch (error) {
    return { findings: [], error: String(error.message), seconds: (performance.now() - start) / 1000 };
  }
}

/** Names with how often they occur, the most frequent first. */
function counted(names) {
  const counts = new Map();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a).map(([name, count]) => `${String(count).padStart(5)}  ${name}`);
}

function list(title, lines) {
  console.log(`\n${title}\n${lines.length === 0 ? '       none' : lines.join('\n')}`);
}

const hasValidator = spawnSync(PYTHON, ['-c', 'import rocrate_validator']).status === 0;
if (!hasValidator) console.log('roc-validator: skipped, not installed; name its python with ROC_PYTHON');

for (const kind of ['real', 'invalid']) {
  const folder = join(CORPUS, kind);
  if (!existsSync(folder)) {
    console.log(`${folder}: skipped, not found`);
    continue;
  }
  const crates = readdirSync(folder)
    .slice(0, Number(options.limit))
    .map((name) => join(folder, name));
  const theirs = hasValidator ? await askValidator(crates) : new Map();
  const [missed, more, theirRules, ourRules, errors, rows] = [[], [], [], [], [], []];
  let [ourTime, theirTime] = [0, 0];
  for (const crate of crates) {
    const own = await ask(crate);
    const other = theirs.get(crate);
    ourTime += own.seconds;
    const rules = [...new Set(own.findings.map(({ rule, severity }) => `${rule} (${severity})`))];
    ourRules.push(...rules);
    rows.push({ crate, rules, checks: other?.failed, error: other?.error ?? own.error });
    if (other === undefined) continue;
    theirTime += other.seconds;
    if (other.error !== null) errors.push(other.error.slice(0, 90));
    const names = new Set(own.findings.map(({ rule }) => rule));
    const covered = new Set();
    for (const [check, [severity]] of Object.entries(other.failed)) {
      const name = check.replace(/^\S+ /, '');
      theirRules.push(`${name} (${severity})`);
      const equal = RULE_OF[name] ?? [];
      for (const rule of equal) covered.add(rule);
      if (!equal.some((rule) => names.has(rule)))
        missed.push(`${name} (${severity})${equal.length > 0 ? ` = ${equal}` : ''}`);
    }
    if (other.error === null) more.push(...rules.filter((rule) => !covered.has(rule.replace(/ .*/, ''))));
  }
  const timed = (seconds) => `${seconds.toFixed(1)} s`;
  console.log(`\n== ${kind}: ${crates.length} documents; crategraph ${timed(ourTime)}, roc-validator ${timed(theirTime)} (${theirs.size} answered)`); // prettier-ignore
  list('What it finds that we miss (documents; = the rules that equal it):', counted(missed));
  list('What we find that it misses (documents):', counted(more));
  list('Documents that stop it:', counted(errors));
  if (options.json !== undefined) writeFileSync(options.json.replace('%', kind), JSON.stringify(rows, null, 1));
}

if (options.speed) await measureSpeed();

/** One crate, 1,000 crates, and one of 100,000 entities; both as whole processes. */
async function measureSpeed() {
  const folder = mkdtempSync(join(tmpdir(), 'crategraph-validators-'));
  try {
    const crate = (name, files) => {
      const path = join(folder, name);
      mkdirSync(path);
      const parts = Array.from({ length: files }, (_, i) => ({ '@id': `https://data.example/${name}/${i}.csv` }));
      const graph = [
        { '@id': 'ro-crate-metadata.json', '@type': 'CreativeWork', about: { '@id': './' }, conformsTo: { '@id': 'https://w3id.org/ro/crate/1.1' } }, // prettier-ignore
        { '@id': './', '@type': 'Dataset', name, description: `Crate ${name}`, datePublished: '2026-03-01', license: { '@id': 'https://spdx.org/licenses/CC0-1.0' }, hasPart: parts }, // prettier-ignore
        ...parts.map((part, i) => ({ ...part, '@type': 'File', name: `File ${i}`, encodingFormat: 'text/csv' })),
      ];
      const text = JSON.stringify({ '@context': 'https://w3id.org/ro/crate/1.1/context', '@graph': graph });
      writeFileSync(join(path, 'ro-crate-metadata.json'), text);
      return path;
    };
    const sets = {
      'one crate': [crate('one', 10)],
      '1,000 crates': Array.from({ length: 1000 }, (_, i) => crate(`c${i}`, 10)),
      'one of 100,000 entities': [crate('large', 100_000)],
    };
    for (const [name, crates] of Object.entries(sets)) {
      let start = performance.now();
      for (const one of crates) await ask(one);
      const ours = (performance.now() - start) / 1000;
      start = performance.now();
      const answers = hasValidator ? await askValidator(crates) : new Map();
      const theirs = (performance.now() - start) / 1000;
      const stopped = hasValidator && answers.size < crates.length ? `, stopped after ${answers.size}` : '';
      console.log(`${name}: crategraph ${ours.toFixed(2)} s, roc-validator ${hasValidator ? theirs.toFixed(2) : '-'} s${stopped}`); // prettier-ignore
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}

import { LINEAR, MEASUREMENTS } from './plan.mjs';

/** Median and spread of wall and CPU milliseconds. */
export function summary(runs) {
  const of = (values) => {
    const sorted = values.filter((value) => value !== undefined && value !== null).sort((a, b) => a - b);
    if (sorted.length === 0) return undefined;
    const at = (part) => sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))];
    return { median: at(0.5), low: at(0.25), high: at(0.75), least: sorted[0] };
  };
  return { wall: of(runs.map(({ wall }) => wall)), cpu: of(runs.map(({ cpu }) => cpu)) };
}

/** The results as Markdown: all times, then the ratios with their targets. */
export function report({ machine, results }) {
  const find = (name, subject, size) =>
    results.find((one) => one.measurement === name && one.subject === subject && one.size === size);
  const measured = MEASUREMENTS.filter(({ name }) => results.some((one) => one.measurement === name));
  const programs = Object.entries(machine.programs).map(([name, version]) => `${name} ${version ?? 'not installed'}`);
  return [
    `${machine.date.slice(0, 10)}, Node ${machine.node}, ${machine.cpu}, ${Math.round(machine.memory / 2 ** 30)} GB, load average ${machine.load.toFixed(1)} at the start. ${programs.join(', ')}.`,
    'Medians, in brackets the middle half of all runs, each subject in its own processes, warmed up; runs of more than 5 s are cold. CPU: user and system time of all threads of the process.',
    '',
    ...table(
      ['work', 'size', 'who', 'time', 'CPU', 'peak memory'],
      results.map((one) => [
        titleOf(one.measurement),
        sizeOf(one),
        one.subject,
        timeOf(one),
        one.cpu ? ms(one.cpu.median) : '',
        memoryOf(one),
      ]),
    ),
    '',
    ...table(
      ['work', 'size', 'ratio', 'measured', 'by CPU', 'target', ''],
      measured.flatMap((measurement) => [
        ...targetRows(measurement, find, results),
        ...linearRows(measurement, results),
      ]),
    ),
  ].join('\n');
}

/** A table of Markdown, line by line. */
export function table(head, rows) {
  const line = (cells) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)];
}

const titleOf = (name) => MEASUREMENTS.find((one) => one.name === name).title;
const count = (value) => value.toLocaleString('en').replaceAll(',', ' ');

function sizeOf({ measurement, size }) {
  return `${count(size)} ${MEASUREMENTS.find(({ name }) => name === measurement).unit}`;
}

/** Milliseconds for people. */
export function ms(value) {
  if (value >= 10_000) return `${(value / 1000).toFixed(0)} s`;
  if (value >= 1000) return `${(value / 1000).toFixed(1)} s`;
  return `${value.toFixed(value < 10 ? 2 : 0)} ms`;
}

function timeOf({ wall, status, cap, error }) {
  if (status === 'stopped') return `> ${cap} s`;
  if (status === 'skipped') return 'skipped after the previous size';
  if (wall === undefined) return `failed: ${(error ?? '').slice(0, 80).replaceAll('|', '/')}`;
  return `${ms(wall.median)} (${ms(wall.low)} to ${ms(wall.high)})`;
}

function memoryOf({ peak, facts }) {
  return peak && facts?.outside !== true ? `${Math.round(peak / 1e6)} MB` : '';
}

/** A busy machine stretches wall time, so the verdict shows if CPU time alone meets the target. */
function verdict(met, byCpu) {
  if (met === undefined) return 'open: not measured, or the peer was stopped too early';
  if (met) return 'met';
  return byCpu === true ? '**missed** (met by CPU)' : '**missed**';
}

function* targetRows(measurement, find, results) {
  for (const target of measurement.targets ?? []) {
    const ours = target.ours ?? measurement.subjects[0];
    for (const size of new Set(results.filter((one) => one.measurement === measurement.name).map((one) => one.size))) {
      if (target.peer !== undefined && find(measurement.name, target.peer, size) === undefined) continue;
      yield targetRow(
        measurement,
        target,
        size,
        find(measurement.name, ours, size),
        find(measurement.name, target.peer, size),
      );
    }
  }
}

function targetRow(measurement, target, size, ours, peer) {
  const start = [measurement.title, sizeOf({ measurement: measurement.name, size })];
  if (target.memory !== undefined) {
    const met = ours?.status === undefined && ours?.peak > 0 ? ours.peak <= target.memory : false;
    return [
      ...start,
      ours?.subject ?? '',
      ours?.peak ? memoryOf(ours) : '',
      '',
      `<= ${target.memory / 1e6} MB`,
      verdict(met),
    ];
  }
  if (target.rate !== undefined) {
    const rate = (time) => (time ? (size / time) * 1000 : undefined);
    const wall = rate(ours?.wall?.median);
    const show = (value) => (value ? `${count(Math.round(value))}/s` : '');
    return [
      ...start,
      `${ours?.subject}, ${measurement.unit} a second`,
      show(wall),
      show(rate(ours?.cpu?.median)),
      `>= ${count(target.rate)}/s`,
      verdict(wall && wall >= target.rate, rate(ours?.cpu?.median) >= target.rate),
    ];
  }
  const limitOf = (rule) => (typeof rule === 'object' ? rule[size] : rule);
  const faster = limitOf(target.faster);
  const most = limitOf(target.most);
  const bySpeed = target.faster !== undefined;
  const wall = ratioOf(ours, peer, 'wall', bySpeed);
  const cpu = ratioOf(ours, peer, 'cpu', bySpeed);
  const words = bySpeed ? `${peer?.subject} / ${ours?.subject}` : `${ours?.subject} / ${peer?.subject}`;
  const wanted = faster !== undefined ? `>= ${faster} x` : most !== undefined ? `<= ${most} x` : '';
  const holds = (ratio) => {
    if (ratio === undefined) return undefined;
    if (faster === undefined) return ratio.value <= most;
    // A stopped peer would have taken longer, so a target that its time does not reach remains open.
    return ratio.value >= faster || (ratio.atLeast ? undefined : false);
  };
  return [...start, words, show(wall), show(cpu), wanted, wanted === '' ? '' : verdict(holds(wall), holds(cpu))];
}

/** How many times longer one takes than the other; a stopped peer gives a lower bound. */
function ratioOf(ours, peer, kind, bySpeed) {
  const mine = ours?.[kind]?.median;
  if (mine === undefined) return undefined;
  const theirs = peer?.[kind]?.median ?? (peer?.status === 'stopped' && kind === 'wall' ? peer.cap * 1000 : undefined);
  if (theirs === undefined) return undefined;
  return { value: bySpeed ? theirs / mine : mine / theirs, atLeast: peer.status === 'stopped' };
}

function show(ratio) {
  if (ratio === undefined) return '';
  return `${ratio.atLeast ? '> ' : ''}${ratio.value >= 20 ? ratio.value.toFixed(0) : ratio.value.toFixed(2)} x`;
}

/** The ratio of the time per quad at the two largest sizes, also of peers that ours builds on. */
function* linearRows(measurement, results) {
  if (measurement.linear !== true) return;
  const own = results.filter((one) => one.measurement === measurement.name);
  const subjects = new Set(
    own.map(({ subject }) => subject).filter((subject) => /^crategraph|chunks|JSON\.parse/.test(subject)),
  );
  const quadsOf = (size) => own.find((one) => one.size === size && one.facts?.quads)?.facts.quads;
  const sizes = [...new Set(own.map(({ size }) => size))].filter(quadsOf);
  const [small, large] = sizes.slice(-2);
  if (large === undefined) return;
  for (const subject of subjects) {
    const isOurs = subject.startsWith('crategraph');
    const perQuad = (size, kind) =>
      own.find((one) => one.size === size && one.subject === subject)?.[kind]?.median / quadsOf(size);
    const [wall, cpu] = ['wall', 'cpu'].map((kind) => perQuad(large, kind) / perQuad(small, kind));
    const words = `${subject}: time per quad at ${count(quadsOf(large))} over ${count(quadsOf(small))} quads`;
    const text = (value) => (Number.isFinite(value) ? `${value.toFixed(2)} x` : '');
    yield [
      measurement.title,
      '',
      words,
      text(wall),
      text(cpu),
      isOurs ? `<= ${LINEAR} x` : '',
      isOurs ? verdict(Number.isFinite(wall) ? wall <= LINEAR : undefined, cpu <= LINEAR) : '',
    ];
  }
}

import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BASE, tinyCrate, writeShape } from '../generate.mjs';
import { ms, summary, table } from '../report.mjs';
import { costOf } from './process-cost.mjs';

/** 10,000 entities are 6.9 MB. */
const SIZES = { full: { large: 72_500, medium: 10_000 }, quick: { large: 7250, medium: 1000 } };
const STORE = ['--store', 'store'];

/** What both trees do, each in a folder of its own, in this order; `peer` is measured beside it. */
const WORKS = [
  { name: 'version', title: '`--version`', args: ['--version'] },
  { name: 'help', title: '`--help`', args: ['--help'] },
  { name: 'tiny', title: '`convert` of a tiny crate', args: ['convert', '../tiny.json', '--base', BASE] },
  {
    name: 'large',
    title: '`convert` of a large document',
    args: ['convert', '../large.json', '--base', BASE],
    peer: { title: '`JSON.parse` of it', args: ['-e', `JSON.parse(fs.readFileSync('../large.json', 'utf8'))`] },
  },
  {
    name: 'load',
    title: '`load` into a new store',
    args: ['load', '../medium.json', '--base', BASE, ...STORE],
    before: (folder) => rmSync(join(folder, 'store'), { recursive: true, force: true }),
  },
  { name: 'export', title: '`export` of that crate', args: ['export', BASE, ...STORE] },
];

/**
 * Measures two trees in turns, as whole processes.
 * @param trees the folders of both
 * @param folder where to write inputs and outputs
 * @returns for each work: CPU milliseconds and peak memory in bytes of each tree, CPU of the peer, and whether outputs
 *   were equal in all rounds
 */
export async function compareTrees(trees, folder, { rounds, quick, onRound }) {
  const { large, medium } = SIZES[quick ? 'quick' : 'full'];
  writeFileSync(join(folder, 'tiny.json'), tinyCrate(0));
  writeShape(join(folder, 'large.json'), 'files', large);
  writeShape(join(folder, 'medium.json'), 'files', medium);
  const places = trees.map((tree, index) => ({ bin: binOf(tree), cwd: join(folder, String(index)) }));
  for (const { cwd } of places) mkdirSync(cwd);
  const results = WORKS.map(({ title, peer }) => ({
    title,
    peer: peer?.title,
    cpu: [[], []],
    peak: [0, 0],
    of: [],
    equal: true,
  }));
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, { args, before, peer }] of WORKS.entries()) {
      const result = results[index];
      const outputs = [];
      for (const which of round % 2 === 0 ? [0, 1] : [1, 0]) {
        const { bin, cwd } = places[which];
        before?.(cwd);
        const { cpu, peak, output } = await costOf([bin, ...args], cwd);
        result.cpu[which].push(cpu);
        result.peak[which] = Math.max(result.peak[which], peak);
        outputs.push(output);
      }
      if (peer !== undefined) result.of.push((await costOf(peer.args, places[0].cwd)).cpu);
      result.equal &&= outputs[0] === outputs[1];
    }
    onRound?.(round);
  }
  return results;
}

function binOf(tree) {
  return join(tree, JSON.parse(readFileSync(join(tree, 'package.json'), 'utf8')).bin.crategraph);
}

/** The results as Markdown: medians of CPU time with the middle half of the rounds, and their ratios. */
export function tableOfTrees([first, second], results) {
  const rows = results.flatMap(({ title, peer, cpu, peak, of, equal }) => {
    const sums = cpu.map((values) => cpuOf(values));
    const [before, after] = sums.map(({ median }) => median);
    const own = [
      title,
      ...sums.map(words),
      ratio(after, before),
      peak.map(megabytes).join(', '),
      equal ? 'equal' : '**differ**',
    ];
    if (peer === undefined) return [own];
    const { median } = cpuOf(of);
    return [own, [`over ${peer}, ${ms(median)}`, ratio(before, median), ratio(after, median), '', '', '']];
  });
  return table(['CPU time of', first, second, `${second} / ${first}`, 'peak memory', 'outputs'], rows).join('\n');
}

const cpuOf = (values) => summary(values.map((cpu) => ({ cpu }))).cpu;
const words = ({ median, low, high }) => `${ms(median)} (${ms(low)} to ${ms(high)})`;
const megabytes = (bytes) => `${Math.round(bytes / 1e6)} MB`;
const ratio = (a, b) => `${(a / b).toFixed(2)} x`;

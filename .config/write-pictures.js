/**
 * Writes the pictures of the README: `docs/pictures/site.jpg`, a page of the website in Chromium, and
 * `docs/pictures/terminal.svg`, what the command line prints. Both are what the build in `dist/` does with the example
 * crates: `npm run build && node .config/write-pictures.js`.
 */
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';
import { chromium } from 'playwright-core';

const BIN = resolve('dist/cli/bin.js');
const folder = mkdtempSync(join(tmpdir(), 'crategraph-pictures-'));

/** The commands of the terminal: the main verbs, on the example crates. */
const LINES = [
  'crategraph load crates/',
  'crategraph list --columns handle,quads,name',
  'crategraph query --name people',
  'crategraph search "rain* gauge"',
  'crategraph export "Coastal atlas of the Tarn estuary" -o ro-crate-metadata.json',
];

/** Seconds between two command lines of the cast, and until one has printed. */
const STEP = 3;
const ANSWER = 1;

try {
  cpSync('data/crates', join(folder, 'crates'), { recursive: true });
  mkdirSync('docs/pictures', { recursive: true });
  writeFileSync('docs/pictures/terminal.svg', terminal(LINES.map((line) => [line, outputOf(line)])));
  await picture('docs/pictures/site.jpg');
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** What a command line prints, messages after the data as a person sees them. */
function outputOf(line) {
  const words = line.match(/"[^"]*"|\S+/g).map((word) => word.replaceAll('"', ''));
  const { stdout, stderr, status } = spawnSync(process.execPath, [BIN, ...words.slice(1)], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1' },
  });
  if (status !== 0) throw new Error(`${line} failed:\n${stderr}`);
  return `${stdout}${stderr}`.trimEnd().split('\n');
}

/** A terminal as SVG: each command line with what it prints, one after the other. What does not move shows all. */
function terminal(steps) {
  const rows = steps.flatMap(([line, output], step) => [
    ['prompt', `$ ${line}`, step * STEP],
    ...[...output, ''].map((text) => ['', text, step * STEP + ANSWER]),
  ]);
  const columns = Math.min(110, Math.max(...rows.map(([, text]) => text.length)));
  const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  const cut = (text) => (text.length > columns ? `${text.slice(0, columns - 1)}…` : text);
  const texts = rows.map(
    ([kind, text, from], at) =>
      `<text x="16" y="${32 + at * 19}"${kind && ` class="${kind}"`} style="animation-delay: ${from}s">${escaped(cut(text))}</text>`,
  );
  const width = Math.round(columns * 7.85 + 32);
  const height = rows.length * 19 + 24;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">
<title>crategraph in a terminal: ${escaped(steps.map(([line]) => line).join('; '))}</title>
<style>text { font: 13px ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace; white-space: pre; fill: #d8dee9; animation: appear 0.1s both } .prompt { fill: #8fd19e; font-weight: bold } @keyframes appear { from { opacity: 0 } } @media (prefers-reduced-motion: reduce) { text { animation: none } }</style>
<rect width="100%" height="100%" rx="8" fill="#20262e"/>
${texts.join('\n')}
</svg>
`;
}

/** A page of the website, of the size of a laptop. */
async function picture(file) {
  const server = spawn(
    process.execPath,
    [BIN, 'serve', 'crates/rainfall-survey', 'crates/herbarium-scans', '--port', '0'],
    { cwd: folder },
  );
  let words = '';
  server.stderr.on('data', (chunk) => (words += chunk));
  const address = () => /http:\/\/127\.0\.0\.1:\d+/.exec(words)?.[0];
  while (address() === undefined && server.exitCode === null) await wait(50);
  if (address() === undefined) throw new Error(words);
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox'],
  });
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, colorScheme: 'light' });
    await page.goto(`${address()}/crates/rainfall-survey/`, { waitUntil: 'networkidle' });
    await page.screenshot({ path: file, type: 'jpeg', quality: 80 });
  } finally {
    await browser.close();
    server.kill('SIGINT');
  }
}

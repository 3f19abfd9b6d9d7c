import { existsSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import process from 'node:process';
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';
import { describeWhere } from '../helpers/describe-where.js';
import { startServer } from '../helpers/server.js';

/** Chromium as Debian installs it; `CHROMIUM` names another. */
const CHROMIUM = process.env['CHROMIUM'] ?? '/usr/bin/chromium';

/** So many milliseconds a state of a page is waited for. */
const PATIENCE = 180_000;

/** The example crates that the website shows in these tests. */
export const EXAMPLES = ['rainfall-survey', 'rainfall-model-run', 'herbarium-scans', 'station-history'];

/** A visit to the website: the page, and what a visitor does not see. */
export interface Visit {
  readonly page: Page;
  /** The start of the website, with `/` at its end. */
  readonly home: string;
  /** Errors of the console and of scripts. */
  readonly errors: string[];
  /** Addresses of all requests. */
  readonly requests: string[];
}

let browser: Browser | undefined;

/**
 * Declares tests in Chromium; they are skipped by name where it is not installed.
 * @param flags for its command line
 */
export function describeInBrowser(name: string, body: () => void, flags: readonly string[] = []): void {
  describeWhere(existsSync(CHROMIUM), name, `${CHROMIUM} not found`, () => {
    beforeAll(async () => {
      browser = await chromium.launch({
        executablePath: CHROMIUM,
        args: ['--no-sandbox', ...flags],
        timeout: PATIENCE,
      });
    });
    afterAll(() => browser?.close());
    body();
  });
}

/** Opens a page of the website, in a browser without any memory. */
export type OpenPage = (path?: string, options?: BrowserContextOptions) => Promise<Visit>;

/** Declares tests of the website that the real server makes of the example crates. */
export function describeWebsite(name: string, body: (open: OpenPage) => void): void {
  describeInBrowser(name, () => {
    let home = '';
    beforeAll(async () => {
      const folders = EXAMPLES.map((example) => join('data/crates', example));
      ({ address: home } = await startServer({ folders }));
    });
    body((path, options) => visit(home, path, options));
  });
}

/** Opens a page of the website in a browser of its own, without any memory. */
export async function visit(home: string, path = '', options: BrowserContextOptions = {}): Promise<Visit> {
  if (browser === undefined) throw new Error('visit() is called outside of describeInBrowser()');
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  // On a busy machine a page may take long: only one that never comes fails a test.
  context.setDefaultTimeout(PATIENCE);
  const page = await context.newPage();
  const errors: string[] = [];
  const requests: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(`${message.text()} (${message.location().url})`);
  });
  page.on('pageerror', (error) => errors.push(error.stack ?? error.message));
  page.on('request', (request) => requests.push(request.url()));
  await page.goto(new URL(path, home).href);
  return { page, home, errors, requests };
}

/**
 * Ends a visit: no error was in the console, and no request left the server.
 * @param expected parts of errors that the visit was about
 */
export async function endVisit({ page, home, errors, requests }: Visit, ...expected: string[]): Promise<void> {
  await page.context().close();
  expect(errors.filter((error) => !expected.some((part) => error.includes(part)))).toEqual([]);
  // The viewer of PDFs is a part of the browser.
  const isInside = (address: string) => /^(?:data|blob|chrome|chrome-extension):/.test(address);
  expect(requests.filter((address) => !isInside(address) && !address.startsWith(home))).toEqual([]);
}

/** What a violation of accessibility rules says about itself. */
interface AxeViolation {
  readonly id: string;
  readonly help: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
}

/** Expects that axe finds nothing wrong with the page (WCAG 2.2 A and AA, and its best practices). */
export async function expectAccessible(page: Page): Promise<void> {
  const source = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  // Through the debugger, not as a script of the page: its policy stays as it is.
  await page.evaluate(source);
  const violations = await page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: { run(): Promise<{ violations: AxeViolation[] }> } };
    return (await axe.run()).violations.map(({ id, help, nodes }) => ({
      rule: `${id}: ${help}`,
      places: nodes.map(
        ({ html, failureSummary }) => `${html}
${failureSummary ?? ''}`,
      ),
    }));
  });
  expect(violations).toEqual([]);
}

/** Expects that the page is not wider than the screen. */
export async function expectNoSideScroll(page: Page): Promise<void> {
  const [content, screen] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth] as const);
  expect(content).toBeLessThanOrEqual(screen);
}

/** Keeps a picture of the page for people to look at, if `SCREENSHOTS` names a folder. */
export async function keepPicture(page: Page, name: string): Promise<void> {
  const folder = process.env['SCREENSHOTS'];
  if (folder === undefined) return;
  await mkdir(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true, caret: 'initial' });
}

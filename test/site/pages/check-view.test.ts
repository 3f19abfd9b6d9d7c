import type { JsonObject } from '../../../src/crate/json/lazy-document.js';
import { checkStored } from '../../../src/tasks/check/check-crate.js';
import { byImportance } from '../../../src/tasks/check/importance.js';
import { renderPage } from '../../../src/site/pages/render-page.js';
import { CrateChecks } from '../../../src/site/view/crate-check.js';
import { openStoredView } from '../../../src/site/view/open-crate-view.js';
import { BUNDLED, crate } from '../../helpers/read.js';
import { pageDataOf, ROOT } from './helpers/page-data.js';
import { readHtml, textIn } from './helpers/page-html.js';

const CONTEXT = 'https://w3id.org/ro/crate/1.1/context';

type Data = Awaited<ReturnType<typeof pageDataOf>>;

async function page(data: Data, search: string) {
  const key = data.index.crateOf(ROOT)?.key as string;
  const { body, status } = await renderPage({ page: 'crate', key, search }, data);
  expect(status).toBe(200);
  const read = readHtml(body);
  expect(read.errors).toEqual([]);
  const headings = read.elements.filter(({ tagName }) => tagName === 'h2').map(textIn);
  return { ...read, headings };
}

function filesOf(count: number): JsonObject[] {
  return Array.from({ length: count }, (_, at) => ({ '@id': `f${at}.csv`, '@type': 'File' }));
}

describe('the check of a crate', () => {
  it('lists what the command finds, by rule, most important first, with links to entities', async () => {
    const data = await pageDataOf(crate(filesOf(3), CONTEXT, { name: 'Rain', author: { '@id': '#ada' } }));
    const { headings, text, hrefs } = await page(data, '?view=check');
    const { findings } = await checkStored(data.store, ROOT, { contexts: BUNDLED });
    expect(findings.length).toBeGreaterThan(3);
    expect(headings).toEqual(byImportance(findings).map(([rule, some]) => `${rule} ${some.length}`));
    for (const { message } of findings) expect(text).toContain(message);
    expect(hrefs).toContain('?entity=f0.csv');
  });

  it('shows some findings of a rule, and all on pages of their own', async () => {
    const data = await pageDataOf(crate(filesOf(120), CONTEXT, { name: 'Rain' }));
    const first = await page(data, '?view=check');
    const more = first.hrefs.find((href) => href.startsWith('?view=check&rule='));
    expect(first.hrefs.filter((href) => href.startsWith('?entity=f')).length).toBeLessThan(60);
    const second = await page(data, `${more}&page=2`);
    expect(second.headings).toHaveLength(1);
    expect(second.hrefs).toContain('?entity=f60.csv');
    expect(second.hrefs).not.toContain('?entity=f10.csv');
  });

  it('is one line of the overview where it costs little, else a link', async () => {
    const line = async (files: number) => {
      const data = await pageDataOf(crate(filesOf(files), CONTEXT, { name: 'Rain' }));
      const { elements } = await page(data, '');
      return elements.filter(({ attrs }) => attrs.some(({ value }) => value === '?view=check')).map(textIn);
    };
    expect(await line(2)).toEqual(['Check', expect.stringMatching(/^\d+ errors/)]);
    expect(await line(200)).toEqual(['Check', 'Check it']);
  });

  it('is done once for a state of a crate, and a failure says why', async () => {
    const data = await pageDataOf(crate(filesOf(60), CONTEXT, { name: 'Rain' }));
    const { view } = await openStoredView(data.store, ROOT, BUNDLED);
    const checks = new CrateChecks(BUNDLED);
    expect(await checks.of(view, data.store, true)).toBeUndefined();
    const found = await checks.of(view, data.store);
    expect(await checks.of(view, data.store, true)).toBe(found);
    const { text } = await page(data, '?view=check&rule=constructor');
    expect(text).toContain('by the rules of RO-Crate');
  });

  it('is left to the command for a crate that is too large', async () => {
    const data = await pageDataOf(crate([], CONTEXT, { name: 'Rain' }));
    const { text } = await page({ ...data, check: () => Promise.resolve(undefined) }, '?view=check');
    expect(text).toContain('crategraph check');
    const { view } = await openStoredView(data.store, ROOT, BUNDLED);
    const large = Object.create(view, { entities: { value: { length: 50_001 } } }) as typeof view;
    expect(await new CrateChecks(BUNDLED).of(large, data.store)).toBeUndefined();
  });
});

import type { Page } from 'playwright-core';

export const editor = (page: Page) => page.locator('.cm-content');
export const rows = (page: Page) => page.locator('#query-results tbody tr');
export const status = (page: Page) => page.locator('#query-status');

/** Writes a query in the place of what the editor holds. */
export async function write(page: Page, query: string): Promise<void> {
  await editor(page).click();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.insertText(query);
}

/** Writes a query and runs it. */
export async function run(page: Page, query: string): Promise<void> {
  await write(page, query);
  await page.keyboard.press('ControlOrMeta+Enter');
}

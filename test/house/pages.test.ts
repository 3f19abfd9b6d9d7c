import { existsSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { PAGES } from './commands.js';

const ALL = [...PAGES, '.github/SECURITY.md', 'src/README.md', 'data/crates/README.md', 'docs/dependencies.md'];

/** The anchors of a page, as GitHub makes them from its headings. */
function anchorsOf(page: string): Set<string> {
  const text = readFileSync(page, 'utf8').replace(/```.*?```/gs, '');
  const headings = [...text.matchAll(/^#{1,4} (.*)$/gm)].map(([, heading = '']) => heading);
  return new Set(
    headings.map((heading) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\- ]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
}

/** Links of a page that lead nowhere. */
function deadLinks(page: string): string[] {
  const text = readFileSync(page, 'utf8').replace(/```.*?```/gs, '');
  const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);
  return links.filter((link) => {
    if (/^[a-z]+:/.test(link)) return false;
    const [path = '', anchor] = link.split('#');
    const target = path === '' ? page : posix.join(posix.dirname(page), path);
    if (!existsSync(target)) return true;
    return anchor !== undefined && !anchorsOf(target).has(anchor);
  });
}

describe('the pages', () => {
  it.each(ALL)('%s has no link that leads nowhere', (page) => {
    expect(deadLinks(page)).toEqual([]);
  });

  it('are all reached from the index of docs/', () => {
    const index = readFileSync('docs/README.md', 'utf8');
    const pages = ALL.filter((page) => /^docs\/(?!README)/.test(page)).map((page) => page.replace('docs/', ''));
    expect(pages.filter((page) => !index.includes(`(${page})`))).toEqual([]);
  });

  it('begin with a README that is read in a minute', () => {
    expect(readFileSync('README.md', 'utf8').split('\n').length).toBeLessThanOrEqual(150);
  });
});

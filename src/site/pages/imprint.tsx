import { outsideHref } from '../../base/net/outside-href.js';
import { Layout } from './layout.js';
import { Prose } from './prose/prose.js';

/** The page that says who is responsible for the website. @param text Markdown of the owner */
export function ImprintPage({ text, home }: { readonly text: string; readonly home: string }) {
  return (
    <Layout title="Imprint" home={home}>
      <header class="page-header">
        <h1>Imprint</h1>
      </header>
      <Prose text={text} href={websiteHref} level={2} />
    </Layout>
  );
}

/** Where a link in a text of the owner leads: to the web, to a mailbox, or along a path from the start of the website. */
export function websiteHref(written: string): string | undefined {
  if (/^(?![/\\])[^\s:\\]+$/.test(written) || /^mailto:[^\s?]+@[^\s?]+$/i.test(written)) return written;
  return outsideHref(written);
}

import type { Branding } from '../branding/branding.js';
import { Layout } from './layout.js';
import { EmptyState } from './parts.js';
import { websitePage } from './website-page.js';

/** A page that says why there is nothing else. */
export interface Message {
  /** Path from the page to the start of the website. */
  readonly home: string;
  /** In a word or two, such as `Not found`. */
  readonly heading: string;
  readonly title: string;
  /** More lines, as they are written. */
  readonly detail?: string | undefined;
  /** A way on, instead of the list of crates. */
  readonly link?: { readonly href: string; readonly label: string } | undefined;
}

/** Renders a message as a page of the website. */
export function messagePage({ home, heading, title, detail, link }: Message, branding: Branding): string {
  const { href, label } = link ?? { href: home === '' ? './' : home, label: 'All crates' };
  const page = (
    <Layout title={heading} home={home}>
      <header class="page-header">
        <h1>{heading}</h1>
      </header>
      <EmptyState title={title}>
        <a href={href}>{label}</a>
      </EmptyState>
      {detail === undefined ? null : <pre>{detail}</pre>}
    </Layout>
  );
  return websitePage(page, branding);
}

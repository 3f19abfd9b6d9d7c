import { Layout } from './layout.js';
import { EmptyState } from './parts.js';

interface NotFoundProps {
  /** Path from the page to the start of the website. */
  readonly home: string;
  readonly title: string;
  readonly detail?: string;
  /** A way on, besides the list of crates. */
  readonly link?: { readonly href: string; readonly label: string };
}

/** The page that says that something is not here. */
export function NotFoundPage({ home, title, detail, link }: NotFoundProps) {
  const start = home === '' ? './' : home;
  return (
    <Layout title={title} home={home}>
      <header class="page-header">
        <h1>Not found</h1>
      </header>
      <EmptyState title={title}>
        {detail} <a href={link?.href ?? start}>{link?.label ?? 'All crates'}</a>
      </EmptyState>
    </Layout>
  );
}

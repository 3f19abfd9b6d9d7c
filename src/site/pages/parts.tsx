import type { Child } from 'hono/jsx';

// The style of these parts is in src/site/browser/parts.css and tables.css, that of buttons and fields in forms.css.
// Classes besides: `page-header`, `lead`, `quiet`, `small`, `columns` (with `facets-first`), `chips`, `cards` (with
// `grid`), `facets`, `count`, `buttons`, `fields`, `button` (with `main`), `hidden-text`.

/** A small label in a list of labels, with a link and a number where they are given. */
export function Chip({ href, count, isCurrent = false, children }: ChipProps) {
  const content = (
    <>
      <span>{children}</span>
      {count === undefined ? null : <span class="count">{count.toLocaleString('en')}</span>}
    </>
  );
  if (href === undefined) return <span class="chip">{content}</span>;
  return (
    <a class="chip" href={href} {...(isCurrent ? { 'aria-current': 'true' } : {})}>
      {content}
    </a>
  );
}
interface ChipProps {
  readonly href?: string | undefined;
  readonly count?: number | undefined;
  readonly isCurrent?: boolean;
  readonly children?: Child;
}

/** A word about the thing beside it, such as its type. */
export function Badge({
  kind,
  children,
}: {
  readonly kind?: 'accent' | 'warn' | 'good' | 'error';
  readonly children?: Child;
}) {
  return <span class={kind === undefined ? 'badge' : `badge ${kind}`}>{children}</span>;
}

/** The way from the start to this page; the last step is the page itself and has no link. */
export function Breadcrumb({ trail, label = 'Breadcrumb' }: BreadcrumbProps) {
  return (
    <nav class="breadcrumb" aria-label={label}>
      <ol>
        {trail.map(({ label, href }) => (
          <li>{href === undefined ? <span aria-current="page">{label}</span> : <a href={href}>{label}</a>}</li>
        ))}
      </ol>
    </nav>
  );
}
interface BreadcrumbProps {
  readonly trail: readonly TrailStep[];
  /** What the way leads through. */
  readonly label?: string;
}
interface TrailStep {
  readonly label: string;
  readonly href?: string | undefined;
}

/** Links to other views of the same thing. */
export function Tabs({ label, tabs }: { readonly label: string; readonly tabs: readonly TabLink[] }) {
  return (
    <nav class="tabs" aria-label={label}>
      <ul>
        {tabs.map((tab) => (
          <li>
            <a href={tab.href} {...(tab.isCurrent ? { 'aria-current': 'page' } : {})}>
              {tab.label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
interface TabLink {
  readonly label: string;
  readonly href: string;
  readonly isCurrent: boolean;
}

/** Links to the pages of a long list, from page 1; nothing if there is only one page. */
export function Pagination({ page, pages, href }: PaginationProps) {
  if (pages <= 1) return null;
  const link = (to: number, label: string, attributes = {}) => (
    <a href={href(to)} {...attributes}>
      {label}
    </a>
  );
  return (
    <nav class="pagination" aria-label="Pages">
      <ul>
        {page > 1 ? <li>{link(page - 1, 'Previous', { rel: 'prev' })}</li> : null}
        {shownPages(page, pages).map((to) => (
          <li>
            {to === undefined ? (
              <span>…</span>
            ) : (
              link(to, to.toLocaleString('en'), {
                'aria-label': `Page ${String(to)}`,
                ...(to === page ? { 'aria-current': 'page' } : {}),
              })
            )}
          </li>
        ))}
        {page < pages ? <li>{link(page + 1, 'Next', { rel: 'next' })}</li> : null}
      </ul>
    </nav>
  );
}
interface PaginationProps {
  readonly page: number;
  readonly pages: number;
  readonly href: (page: number) => string;
}

/** The first page, the last and those around this one; undefined where pages are left out. */
function shownPages(page: number, pages: number): (number | undefined)[] {
  const wanted = [1, page - 1, page, page + 1, pages].filter((one) => one >= 1 && one <= pages);
  const shown = [...new Set(wanted)].sort((a, b) => a - b);
  return shown.flatMap((one, at) => {
    const gap = one - (shown[at - 1] ?? 0);
    return gap === 1 ? [one] : gap === 2 ? [one - 1, one] : [undefined, one];
  });
}

/** Properties with their values, as a list that readers can scan. */
export function Definitions({ rows }: { readonly rows: readonly DefinitionRow[] }) {
  return (
    <dl class="definitions">
      {rows.map(({ term, values }) => (
        <div>
          <dt>{term}</dt>
          {values.map((value) => (
            <dd>{value}</dd>
          ))}
        </div>
      ))}
    </dl>
  );
}
/** A property of a list of definitions. */
export interface DefinitionRow {
  readonly term: Child;
  readonly values: readonly Child[];
}

/** One thing of a list, with its name as a link. It is a list item: `<ul class="cards">` holds cards. */
export function Card({ title, href, children }: CardProps) {
  return (
    <li class="card">
      <h2 class="card-title">{href === undefined ? title : <a href={href}>{title}</a>}</h2>
      {children}
    </li>
  );
}
interface CardProps {
  readonly title: string;
  readonly href?: string | undefined;
  readonly children?: Child;
}

/** Says that there is nothing to show, why, and what to do about it. */
export function EmptyState({ title, children }: { readonly title: string; readonly children?: Child }) {
  return (
    <div class="empty">
      <p class="empty-title">{title}</p>
      {children === undefined ? null : <p>{children}</p>}
    </div>
  );
}

/** A sentence that readers should not miss. */
export function Notice({ kind, children }: { readonly kind?: 'warn'; readonly children?: Child }) {
  return <div class={kind === undefined ? 'notice' : `notice ${kind}`}>{children}</div>;
}

/** The box that a wide table scrolls in; the keyboard reaches it, so it has a name. */
export function TableBox({ label, isTall = false, children }: TableBoxProps) {
  return (
    <div class={isTall ? 'table-box tall' : 'table-box'} role="group" aria-label={label} tabindex={0}>
      {children}
    </div>
  );
}
interface TableBoxProps {
  readonly label: string;
  /** Whether long tables scroll in the box too. */
  readonly isTall?: boolean;
  readonly children?: Child;
}

/** Says that a list is not complete yet, because crates are still being read; nothing if it is. */
export function StillReading({ pending }: { readonly pending: number }) {
  if (pending === 0) return null;
  const crates = pending === 1 ? 'A crate is' : `${pending.toLocaleString('en')} crates are`;
  return (
    <Notice kind="warn">
      {crates} still being read, or not indexed: what they say may be missing here. <a href="">Look again</a>
    </Notice>
  );
}

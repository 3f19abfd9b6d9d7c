import { useContext, type Child } from 'hono/jsx';
import { BrandingContext } from '../branding/branding-context.js';
import { COLOURS_FILE } from '../branding/branding.js';
import { HeadLinks, HeadTags, type HeadLink, type PageHead } from './page-head.js';

/** The frame of every page. */
export interface LayoutProps {
  /** The title of the page; that of the website comes after it. */
  readonly title: string;
  /** Path from the page to the website's start, ending in `/`; scripts and styles are in `assets/` below it. */
  readonly home: string;
  /** The place in the navigation. */
  readonly current?: 'crates' | 'query' | 'statistics' | undefined;
  /** What the search box shows. */
  readonly search?: string | undefined;
  /** Scripts besides `site.js`, by file name. */
  readonly scripts?: readonly string[];
  /** What the page says of itself to machines. */
  readonly head?: PageHead | undefined;
  /** Other forms of a page that says nothing else. */
  readonly links?: readonly HeadLink[] | undefined;
  readonly children?: Child;
}

/** Renders a whole HTML document. */
export function Layout({ title, home, current, search, scripts = [], head, links = [], children }: LayoutProps) {
  const site = useContext(BrandingContext);
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{`${title} · ${site.title}`}</title>
        {/* Not a module: a module would run after the first drawing, and the page would flash. */}
        <script src={`${home}assets/scheme.js`}></script>
        <link rel="stylesheet" href={`${home}assets/site.css`} />
        {site.hasColours ? <link rel="stylesheet" href={`${home}assets/${COLOURS_FILE}`} /> : null}
        <link rel="icon" type="image/svg+xml" href={`${home}assets/icon.svg`} />
        {['site.js', ...scripts].map((script) => (
          <script type="module" src={`${home}assets/${script}`}></script>
        ))}
        {head === undefined ? null : <HeadTags title={title} site={site.title} head={head} />}
        <HeadLinks links={links} />
      </head>
      <body>
        <a class="skip" href="#main">
          Skip to the content
        </a>
        <SiteHeader home={home} current={current} search={search} />
        <main id="main" tabindex={-1}>
          {children}
        </main>
        <SiteFooter home={home} />
      </body>
    </html>
  );
}

function SiteFooter({ home }: Pick<LayoutProps, 'home'>) {
  const { imprint } = useContext(BrandingContext);
  return (
    <footer class="site-footer">
      <p>
        {imprint === undefined ? null : (
          <>
            <a href={'href' in imprint ? imprint.href : `${home}imprint`}>Imprint</a> ·{' '}
          </>
        )}
        Made with crategraph: RO-Crates in and out of RDF graph stores
      </p>
    </footer>
  );
}

function SiteHeader({ home, current, search }: Pick<LayoutProps, 'home' | 'current' | 'search'>) {
  const { title, logo } = useContext(BrandingContext);
  // An empty path would be the page itself, with its query.
  const start = home === '' ? './' : home;
  const places = [
    { name: 'crates', label: 'Crates', href: start },
    { name: 'query', label: 'Query', href: `${home}query` },
    { name: 'statistics', label: 'Statistics', href: `${home}statistics` },
  ];
  return (
    <header class="site-header">
      <div class="site-bar">
        <a class="wordmark" href={start}>
          {logo === undefined ? (
            <Mark />
          ) : (
            <img src={`${home}assets/${logo.file}`} alt="" width={logo.width} height={logo.height} />
          )}
          {title}
        </a>
        <form class="site-search" role="search" action={start} method="get">
          <label class="hidden-text" for="site-search">
            Search crates, files and people
          </label>
          <input id="site-search" type="search" name="q" placeholder="Search everything" value={search ?? ''} />
          <button type="submit">Search</button>
        </form>
        <nav class="site-nav" aria-label="Website">
          <ul>
            {places.map(({ name, label, href }) => (
              <li>
                <a href={href} {...(name === current ? { 'aria-current': 'page' } : {})}>
                  {label}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        {/* The script shows it: without scripts there is nothing to switch. */}
        <button class="scheme-switch" type="button" hidden>
          <span aria-hidden="true">◐</span>
        </button>
      </div>
    </header>
  );
}

/** A crate with a graph in it. */
function Mark() {
  return (
    <svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.6" aria-hidden="true">
      <path d="M3 7.5 12 3l9 4.5v9L12 21l-9-4.5z" stroke-linejoin="round" />
      <path d="m8 10.5 8 0-4 6z" stroke-width="1.2" />
      <g fill="currentColor" stroke="none">
        <circle cx="8" cy="10.5" r="1.9" />
        <circle cx="16" cy="10.5" r="1.9" />
        <circle cx="12" cy="16.5" r="1.9" />
      </g>
    </svg>
  );
}

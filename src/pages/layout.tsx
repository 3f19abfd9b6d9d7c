import type { Child } from 'hono/jsx';

/** The frame of every page. */
export interface LayoutProps {
  readonly title: string;
  /** Path from the page to the website's start, ending in `/`; scripts and styles are in `assets/` below it. */
  readonly home: string;
  /** Scripts besides `site.js`, by file name. */
  readonly scripts?: readonly string[];
  readonly children?: Child;
}

/** Renders a whole HTML document. */
export function Layout({ title, home, scripts = [], children }: LayoutProps) {
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{title}</title>
        <link rel="stylesheet" href={`${home}assets/site.css`} />
        {['site.js', ...scripts].map((script) => (
          <script type="module" src={`${home}assets/${script}`}></script>
        ))}
      </head>
      <body>
        <main>{children}</main>
      </body>
    </html>
  );
}

import type { Child } from 'hono/jsx';

/** A file or folder in a listing. */
export interface ListedEntry {
  readonly name: string;
  readonly kind: 'file' | 'folder';
  /** In bytes; of files only. */
  readonly size: number;
  readonly changed: Date;
}

/** The beginning and the end of a listing; its rows stand between them. */
export function listingFrame(title: string): readonly [before: string, after: string] {
  const page = (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{title}</title>
      </head>
      <body>
        <h1>{title}</h1>
        <table>
          <thead>
            <tr>
              <th scope="col">Name</th>
              <th scope="col">Bytes</th>
              <th scope="col">Changed</th>
            </tr>
          </thead>
          <tbody>
            <tr>
              <td>
                <a href="../">../</a>
              </td>
              <td></td>
              <td></td>
            </tr>
            <template></template>
          </tbody>
        </table>
      </body>
    </html>
  );
  const [before = '', after = ''] = `<!DOCTYPE html>${markupOf(page)}`.split('<template></template>');
  return [before, after];
}

/** The rows of some entries. Links are relative to the folder. */
export function listingRows(entries: readonly ListedEntry[]): string {
  return entries.map((entry) => markupOf(<Row {...entry} />)).join('');
}

function Row({ name, kind, size, changed }: ListedEntry) {
  const slash = kind === 'folder' ? '/' : '';
  const time = changed.toISOString().replace(/\.\d+Z$/, 'Z');
  return (
    <tr>
      <td>
        <a href={`./${encodeURIComponent(name)}${slash}`}>{`${name}${slash}`}</a>
      </td>
      <td>{kind === 'file' ? String(size) : ''}</td>
      <td>
        <time datetime={time}>{time}</time>
      </td>
    </tr>
  );
}

function markupOf(element: Child): string {
  return String(element);
}

import { Hono } from 'hono';
import { CrateError } from '../base/errors.js';
import { pathSegments } from './path-segments.js';

/** A permalink: a path that leads to another one. */
export interface Permalink {
  /**
   * Decoded segments of a path; if the last one is '', the path stands for everything below it too,
   * with the rest of the path.
   */
  readonly from: readonly string[];
  /** Path on this server without its first `/`, such as `crates/survey/`. */
  readonly to: string;
}

/** Reads `/w/survey=/crates/survey/`. @throws CrateError ERR_USAGE */
export function parsePermalink(text: string): Permalink {
  const [, path = '', target = ''] = /^(\/[^=?#]+)=(\/[^?#]*)$/.exec(text) ?? [];
  const from = pathSegments(path);
  const isOurs = from !== undefined && from[0] !== 'crates' && pathSegments(target) !== undefined;
  const isWhole = !path.endsWith('/') || target.endsWith('/'); // all of a folder leads to all of a folder
  if (path !== '' && isOurs && isWhole) return { from, to: new URL(target, 'http://localhost').pathname.slice(1) };
  throw new CrateError('ERR_USAGE', `invalid --permalink ${text}`, {
    hint: 'write two paths of this server, as in --permalink /w/survey=/crates/survey/',
  });
}

/**
 * Routes that answer permalinks with 301 and keep the query. Locations are relative, so that they
 * are right behind a proxy.
 */
export function permalinkRoutes(permalinks: readonly Permalink[]): Hono {
  const app = new Hono();
  if (permalinks.length === 0) return app;
  app.on(['GET', 'HEAD'], '*', async (c, next) => {
    const { pathname, search } = new URL(c.req.url);
    const path = pathSegments(pathname) ?? [];
    const link = permalinkOf(path, permalinks);
    if (link === undefined) return next();
    const parts = pathname.slice(1).split('/');
    const below = parts.slice(link.from.at(-1) === '' ? link.from.length - 1 : parts.length).join('/');
    const up = '../'.repeat(parts.length - 1) || './';
    return new Response(null, { status: 301, headers: { location: `${up}${link.to}${below}${search}` } });
  });
  return app;
}

/** The permalink that stands for a path, given as its decoded segments. */
export function permalinkOf(path: readonly string[], permalinks: readonly Permalink[]): Permalink | undefined {
  return permalinks.find(({ from }) => leads(from, path));
}

function leads(from: readonly string[], path: readonly string[]): boolean {
  const isFolder = from.at(-1) === '';
  const same = isFolder ? from.slice(0, -1) : from;
  return (
    (isFolder ? path.length >= same.length : path.length === from.length) && same.every((one, at) => one === path[at])
  );
}

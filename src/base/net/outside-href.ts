/**
 * The address that a link to an identifier may have: http, https, mailto and DOIs. Everything else, such as
 * `javascript:` and `data:`, gives undefined and is shown as text; so does an address with a user name, which HTML
 * forbids in links and which hides the real host from readers.
 */
export function outsideHref(identifier: string): string | undefined {
  const [, doi] = /^doi:\s*(10\.\S+)$/i.exec(identifier) ?? [];
  if (doi !== undefined) return `https://doi.org/${encodeURI(doi.toWellFormed())}`;
  if (!/^(?:https?:\/\/|mailto:)/i.test(identifier) || !URL.canParse(identifier)) return undefined;
  const { href, username, password } = new URL(identifier);
  return username === '' && password === '' ? href : undefined;
}

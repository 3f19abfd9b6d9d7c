/**
 * The address that a link to an identifier may have: http, https, mailto and DOIs. Everything else, such as `javascript:`
 * and `data:`, gives undefined and is shown as text.
 */
export function outsideHref(identifier: string): string | undefined {
  const [, doi] = /^doi:\s*(10\.\S+)$/i.exec(identifier) ?? [];
  if (doi !== undefined) return `https://doi.org/${encodeURI(doi.toWellFormed())}`;
  if (!/^(?:https?:\/\/|mailto:)/i.test(identifier) || !URL.canParse(identifier)) return undefined;
  return new URL(identifier).href;
}

import type { Child } from 'hono/jsx';
import { BrandingContext } from '../branding/branding-context.js';
import type { Branding } from '../branding/branding.js';
import { htmlDocument } from './html-document.js';

/** A rendered page as a document of the website that is presented so. */
export function websitePage(page: Child, branding: Branding): string {
  return htmlDocument(String(<BrandingContext.Provider value={branding}>{page}</BrandingContext.Provider>));
}

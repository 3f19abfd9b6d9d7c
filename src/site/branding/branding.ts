/** How a website presents itself: as the catalogue of its owner. */
export interface Branding {
  /** The name of the website. */
  readonly title: string;
  /** What the first page begins with, in Markdown. */
  readonly introduction?: string | undefined;
  /** Who is responsible: a text in Markdown, which the website shows at `imprint`, or an address on the web. */
  readonly imprint?: { readonly text: string } | { readonly href: string } | undefined;
  /** The file in {@link assets} that stands before the title, with its size in pixels. */
  readonly logo?: { readonly file: string; readonly width: number; readonly height: number } | undefined;
  /** Whether {@link assets} has a style sheet with colours. */
  readonly hasColours: boolean;
  /** Files at `assets/` of the website, by their names. */
  readonly assets: ReadonlyMap<string, BrandingAsset>;
}

/** A file of the owner. */
export interface BrandingAsset {
  readonly mediaType: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** The name of the style sheet with the owner's colours. */
export const COLOURS_FILE = 'colours.css';

/** What a website of crates is called where its address is not beside it. @param address with `/` at its end */
export function catalogueName({ title }: Pick<Branding, 'title'>, address: string): string {
  return title === PLAIN_BRANDING.title ? `RO-Crates at ${new URL(address).host}` : title;
}

/** That of a website that has no owner's own. */
export const PLAIN_BRANDING: Branding = { title: 'crategraph', hasColours: false, assets: new Map() };

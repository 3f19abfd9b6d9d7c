/** Red, green and blue, 0 to 255. */
type Rgb = readonly [red: number, green: number, blue: number];

/** What the accent stands on in each scheme, as `colours.css` has it: paper, cards and sunken parts. */
export const GROUNDS = {
  light: ['#fbfaf7', '#ffffff', '#f2f1ec'],
  dark: ['#14171a', '#1b1f23', '#202529'],
} as const;

/** The colour schemes of the pages. */
export type Scheme = keyof typeof GROUNDS;

/** Text on a ground can be read (WCAG 2.2, success criterion 1.4.3, level AA). */
const READABLE = 4.5;
/** How much of the accent is in its ground, behind what is chosen. */
const SHARE = 0.12;

/** Reads `#rgb` and `#rrggbb`; undefined for anything else. */
export function parseColour(text: string): string | undefined {
  if (/^#[\da-f]{3}$/i.test(text)) return text.replace(/[\da-f]/gi, '$&$&').toLowerCase();
  return /^#[\da-f]{6}$/i.test(text) ? text.toLowerCase() : undefined;
}

/** Whether an accent can be read on all that it stands on. @param accent as {@link parseColour} gives it */
export function isLegible(accent: string, scheme: Scheme): boolean {
  const colour = rgbOf(accent);
  const grounds = [...GROUNDS[scheme].map(rgbOf), groundOf(colour, scheme)];
  return grounds.every((ground) => contrast(colour, ground) >= READABLE);
}

/** The colour nearest to an accent that can be read: darker in the light scheme, lighter in the dark one. */
export function readableAccent(accent: string, scheme: Scheme): string {
  const end: Rgb = scheme === 'light' ? [0, 0, 0] : [255, 255, 255];
  const steps = Array.from({ length: 51 }, (_, step) => hexOf(mixed(rgbOf(accent), end, step / 50)));
  return steps.find((colour) => isLegible(colour, scheme)) ?? hexOf(end);
}

/** The style sheet of an accent: its ground, and what is written on it, follow from it. */
export function accentStyle(accents: Readonly<Record<Scheme, string>>): string {
  const both = (make: (accent: Rgb, scheme: Scheme) => Rgb) =>
    `light-dark(${(['light', 'dark'] as const).map((scheme) => hexOf(make(rgbOf(accents[scheme]), scheme))).join(', ')})`;
  return `:root {
  --accent: ${both((accent) => accent)};
  --accent-ground: ${both(groundOf)};
  --on-accent: ${both(writtenOn)};
}
`;
}

function groundOf(accent: Rgb, scheme: Scheme): Rgb {
  return mixed(rgbOf(GROUNDS[scheme][1]), accent, SHARE);
}

/** White or near black: one of them can be read on any colour. */
function writtenOn(accent: Rgb): Rgb {
  const [light, dark] = [rgbOf('#ffffff'), rgbOf('#0c1c20')];
  return contrast(light, accent) >= contrast(dark, accent) ? light : dark;
}

function contrast(one: Rgb, other: Rgb): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** Relative luminance (WCAG 2.2). */
function luminance(colour: Rgb): number {
  const [red = 0, green = 0, blue = 0] = colour.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function mixed(one: Rgb, other: Rgb, share: number): Rgb {
  const part = (at: 0 | 1 | 2) => Math.round(one[at] + (other[at] - one[at]) * share);
  return [part(0), part(1), part(2)];
}

function rgbOf(hex: string): Rgb {
  const part = (at: number) => parseInt(hex.slice(at, at + 2), 16);
  return [part(1), part(3), part(5)];
}

function hexOf(colour: Rgb): string {
  return `#${colour.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

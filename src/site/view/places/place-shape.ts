/** Degrees: longitude from -180 to 180, then latitude from -90 to 90. */
export type Position = readonly [longitude: number, latitude: number];

/** A shape on the Earth. A box whose west is greater than its east crosses the 180th meridian. */
export type PlaceShape =
  | { readonly type: 'point'; readonly at: Position }
  | { readonly type: 'line'; readonly positions: readonly Position[] }
  | { readonly type: 'polygon'; readonly rings: readonly (readonly Position[])[] }
  | { readonly type: 'box'; readonly southWest: Position; readonly northEast: Position }
  | { readonly type: 'circle'; readonly at: Position; readonly metres: number };

/** Why a text about a place cannot be drawn, as the end of a sentence that begins with the text. */
export class UnreadablePlace extends Error {}

/** Reads a number in decimal notation. @throws UnreadablePlace */
export function decimalNumber(text: string): number {
  if (!/^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/.test(text.trim()))
    throw new UnreadablePlace(`has ${JSON.stringify(text.trim())} where a number is expected`);
  return Number(text);
}

/** Makes a position. @throws UnreadablePlace if the Earth does not have it */
export function positionOf(latitude: number, longitude: number): Position {
  if (!(Math.abs(latitude) <= 90))
    throw new UnreadablePlace(`has the latitude ${latitude}, which is not from -90 to 90`);
  if (!(Math.abs(longitude) <= 180))
    throw new UnreadablePlace(`has the longitude ${longitude}, which is not from -180 to 180`);
  return [longitude, latitude];
}

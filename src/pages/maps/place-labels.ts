import { shortName } from '../../view/entity-label.js';
import type { CratePlace } from '../../view/places/places.js';
import { MAP_WIDTH } from './map-frame.js';

/** A name beside its pin. */
export interface PlaceLabel {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly anchor: 'start' | 'end';
}

interface Pin {
  readonly x: number;
  readonly y: number;
  readonly place: CratePlace;
}

const LONGEST = 40;
const CHARACTER_WIDTH = 8;
const LINE_HEIGHT = 18;
const MOST_LABELS = 25;

/** Places names beside pins, first come, first served: a name that would cover another one is left to the legend. */
export function placeLabels(pins: readonly Pin[]): PlaceLabel[] {
  const placed: (PlaceLabel & { readonly left: number; readonly right: number })[] = [];
  for (const { x, y, place } of pins) {
    const name = place.entity.name === undefined ? undefined : shortName(place.entity.name);
    if (name === undefined || placed.length === MOST_LABELS) continue;
    const text = name.length > LONGEST ? `${name.slice(0, LONGEST)}…` : name;
    const width = text.length * CHARACTER_WIDTH;
    const isRight = x + 12 + width < MAP_WIDTH;
    const [left, right] = isRight ? [x + 12, x + 12 + width] : [x - 12 - width, x - 12];
    const isFree = placed.every(
      (other) => Math.abs(other.y - y - 5) >= LINE_HEIGHT || other.right < left || other.left > right,
    );
    if (isFree)
      placed.push({ text, x: isRight ? left : right, y: y + 5, anchor: isRight ? 'start' : 'end', left, right });
  }
  return placed;
}

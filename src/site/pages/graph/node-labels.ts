import { textWidth } from './fit-text.js';
import type { Point } from './layers.js';

/** A node that wants its label shown. */
export interface LabelledNode extends Point {
  readonly radius: number;
  readonly label: string;
  /** The label of the node with the greater weight is placed first. */
  readonly weight: number;
}

/** Where a label starts, or ends, or has its middle. */
export interface NodeLabel extends Point {
  readonly anchor: 'start' | 'middle' | 'end';
}

interface Area {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/**
 * Finds a place beside its node for each label, so that no two overlap and none covers another node; undefined where
 * there is none. The nodes with the most links choose first.
 */
export function labelNodes(nodes: readonly LabelledNode[], size: number): (NodeLabel | undefined)[] {
  const taken = new AreaGrid(size * 8);
  for (const { x, y, radius } of nodes) {
    taken.add({ left: x - radius, right: x + radius, top: y - radius, bottom: y + radius });
  }
  const places = new Array<NodeLabel | undefined>(nodes.length).fill(undefined);
  const order = [...nodes.keys()].sort((a, b) => nodes[b]!.weight - nodes[a]!.weight);
  for (const number of order) {
    const node = nodes[number]!;
    const width = textWidth(node.label) * size;
    for (const place of choices(node, size)) {
      const area = labelArea(place, width, size);
      if (taken.overlaps(area)) continue;
      taken.add(area);
      places[number] = place;
      break;
    }
  }
  return places;
}

/** Below, above, right and left of a node; `y` is the base line of the text. */
function choices({ x, y, radius }: LabelledNode, size: number): NodeLabel[] {
  const gap = size / 3;
  return [
    { x: x + radius + gap, y: y + size * 0.35, anchor: 'start' },
    { x, y: y + radius + size, anchor: 'middle' },
    { x, y: y - radius - gap, anchor: 'middle' },
    { x: x - radius - gap, y: y + size * 0.35, anchor: 'end' },
  ];
}

function labelArea({ x, y, anchor }: NodeLabel, width: number, size: number): Area {
  const left = anchor === 'start' ? x : anchor === 'end' ? x - width : x - width / 2;
  return { left, right: left + width, top: y - size * 0.85, bottom: y + size * 0.25 };
}

/** Areas by the squares that they touch: an overlap is found without looking at all of them. */
class AreaGrid {
  readonly #square: number;
  readonly #areas = new Map<string, Area[]>();

  constructor(square: number) {
    this.#square = square;
  }

  add(area: Area): void {
    for (const square of this.#squares(area)) {
      const areas = this.#areas.get(square);
      if (areas === undefined) this.#areas.set(square, [area]);
      else areas.push(area);
    }
  }

  overlaps(area: Area): boolean {
    return this.#squares(area).some((square) =>
      this.#areas
        .get(square)
        ?.some((o) => o.left < area.right && o.right > area.left && o.top < area.bottom && o.bottom > area.top),
    );
  }

  #squares({ left, right, top, bottom }: Area): string[] {
    const squares: string[] = [];
    for (let x = Math.floor(left / this.#square); x <= right / this.#square; x += 1) {
      for (let y = Math.floor(top / this.#square); y <= bottom / this.#square; y += 1) squares.push(`${x} ${y}`);
    }
    return squares;
  }
}

/** An arrow between two boxes, by their places in the list. */
export interface BoxArrow {
  readonly source: number;
  readonly target: number;
}

/** Boxes that arrows connect, and these arrows, by their places in the lists. */
export interface ConnectedPart {
  readonly boxes: number[];
  readonly arrows: number[];
}

/** Finds what arrows connect; the part of the first box is first. */
export function connectedParts(boxes: number, arrows: readonly BoxArrow[]): ConnectedPart[] {
  const near = Array.from({ length: boxes }, () => [] as number[]);
  for (const { source, target } of arrows) {
    near[source]!.push(target);
    near[target]!.push(source);
  }
  const partOf: ConnectedPart[] = [];
  for (let first = 0; first < boxes; first += 1) {
    if (partOf[first] !== undefined) continue;
    const part: ConnectedPart = { boxes: [first], arrows: [] };
    partOf[first] = part;
    for (const box of part.boxes)
      for (const next of near[box]!) {
        if (partOf[next] !== undefined) continue;
        partOf[next] = part;
        part.boxes.push(next);
      }
    part.boxes.sort((a, b) => a - b);
  }
  arrows.forEach(({ source }, number) => partOf[source]!.arrows.push(number));
  return [...new Set(partOf)];
}

import { distance } from 'fastest-levenshtein';
import { iriHash } from './handles.js';
import type { LoadRecord } from './load-records.js';

/** How many crates are near enough to be worth a hint. */
const MOST = 3;
/** Longer texts are not compared: they are not typed by hand. */
const LONGEST = 300;

/**
 * Finds the crates whose IRI, source, name or handle is most like a text: those that contain it, and those from
 * which it differs by a few characters (at most two fifths, and at most twice as many as from the nearest). Upper
 * and lower case are the same.
 * @returns their graphs, nearest first
 */
export function nearestCrates(
  text: string,
  graphs: Iterable<string>,
  recordsOf: (graph: string) => readonly LoadRecord[],
): string[] {
  const wanted = text.toLowerCase().replace(/\/$/, '');
  if (wanted.length < 2 || wanted.length > LONGEST) return [];
  const near: { readonly graph: string; readonly steps: number }[] = [];
  for (const graph of graphs) {
    const texts = [graph, ...recordsOf(graph).flatMap(({ source, names }) => [source, ...lastSteps(source), ...names])];
    // A handle, mistyped or too short.
    if (/^[0-9a-f]+$/.test(wanted)) texts.push(iriHash(graph).slice(0, wanted.length));
    let steps = Infinity;
    for (const one of texts) steps = Math.min(steps, stepsBetween(wanted, one.toLowerCase().replace(/\/$/, '')));
    if (steps <= Math.max(1, wanted.length * 0.4)) near.push({ graph, steps });
  }
  near.sort((a, b) => a.steps - b.steps);
  const best = near[0]?.steps ?? 0;
  return near
    .filter(({ steps }) => steps <= 2 * best)
    .slice(0, MOST)
    .map(({ graph }) => graph);
}

/** The number of characters to change; half a step if the text is a part of the other. */
function stepsBetween(wanted: string, other: string): number {
  if (wanted.length > 2 && other.includes(wanted)) return 0.5;
  if (other.length > LONGEST || Math.abs(other.length - wanted.length) > wanted.length) return Infinity;
  return distance(wanted, other);
}

/** The ends of a path that a person may type for it: the last step, and that without its file. */
function lastSteps(source: string): string[] {
  const steps = source.split(/[\\/]/);
  return [steps.at(-1) ?? '', steps.at(-2) ?? '', steps.slice(-3, -1).join('/')].filter((step) => step.length > 1);
}

import { Draft, type Features } from './draft.js';
import { CONTAINERS } from './features/containers.js';
import { CONTEXTS } from './features/context.js';
import { IDS } from './features/ids.js';
import { KEYS } from './features/keys.js';
import { SCOPED } from './features/scoped.js';
import { SHAPES } from './features/shapes.js';
import { VALUES } from './features/values.js';
import { Random } from './random.js';

/** All features. Those that add values, identifiers and keys come before those that use them. */
export const FEATURES: Features = { ...VALUES, ...IDS, ...KEYS, ...CONTEXTS, ...SCOPED, ...CONTAINERS, ...SHAPES };

/** The names of all features, in order of application. */
export const FEATURE_NAMES = Object.keys(FEATURES);

/** Arrangements of a whole document, which has at most one of them. */
const SHAPES_OF_ALL = ['no @graph', 'an array at the top', 'all of @graph in an array', 'one object as @graph'];

/** The seed and the features that determine a document. */
export interface Recipe {
  readonly seed: number;
  readonly features: readonly string[];
}

/** Generates the text of a document. The same recipe gives the same text, and features depend little on each other. */
export function generate({ seed, features }: Recipe): string {
  const draft = new Draft(new Random(seed, 'draft'));
  const chosen = new Set(features);
  for (const name of FEATURE_NAMES) if (chosen.has(name)) FEATURES[name]?.(draft, new Random(seed, name));
  if (draft.values.length > 0) for (const make of draft.values) draft.set(draft.key(), make());
  return draft.write();
}

/** Generates recipes: first each feature alone, `alone` times, then combinations of 2 to 6. */
export function* recipes(seed: number, count: number, alone: number): Generator<Recipe> {
  const random = new Random(seed, 'recipes');
  const single = Array.from({ length: alone }, () => FEATURE_NAMES)
    .flat()
    .slice(0, count);
  for (const name of single) yield { seed: random.below(2 ** 31), features: [name] };
  for (let index = single.length; index < count; index += 1)
    yield { seed: random.below(2 ** 31), features: oneShape(random.sample(FEATURE_NAMES, 2 + random.below(5))) };
}

function oneShape(names: readonly string[]): string[] {
  const shape = names.find((name) => SHAPES_OF_ALL.includes(name));
  return names.filter((name) => name === shape || !SHAPES_OF_ALL.includes(name));
}

/** Formats a recipe for a message; `TORTURE` accepts the same form. */
export function printed({ seed, features }: Recipe): string {
  return `${seed} ${features.join(' + ')}`;
}

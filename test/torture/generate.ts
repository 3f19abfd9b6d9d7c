import { Draft, type Features } from './draft.js';
import { CONTAINERS } from './features/containers.js';
import { CONTEXTS } from './features/context.js';
import { IDS } from './features/ids.js';
import { KEYS } from './features/keys.js';
import { SCOPED } from './features/scoped.js';
import { SHAPES } from './features/shapes.js';
import { VALUES } from './features/values.js';
import { Random } from './random.js';

/** All features: those that offer values, identifiers and keys come before those that use them. */
export const FEATURES: Features = { ...VALUES, ...IDS, ...KEYS, ...CONTEXTS, ...SCOPED, ...CONTAINERS, ...SHAPES };

/** The names of all features, in the order in which they are applied. */
export const FEATURE_NAMES = Object.keys(FEATURES);

/** Arrangements of a whole document: a document has one of them at most. */
const SHAPES_OF_ALL = ['no @graph', 'an array at the top', 'all of @graph in an array', 'one object as @graph'];

/** A document is made by its seed and its features. */
export interface Recipe {
  readonly seed: number;
  readonly features: readonly string[];
}

/** The text of a document: the same for the same recipe; what one feature does depends little on the others. */
export function generate({ seed, features }: Recipe): string {
  const draft = new Draft(new Random(seed, 'draft'));
  const chosen = new Set(features);
  for (const name of FEATURE_NAMES) if (chosen.has(name)) FEATURES[name]?.(draft, new Random(seed, name));
  if (draft.values.length > 0) for (const make of draft.values) draft.say(draft.key(), make());
  return draft.write();
}

/** Recipes: first each feature alone, `alone` times, then 2 to 6 of them together. */
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

/** A recipe as it is printed, and given back as `TORTURE`. */
export function printed({ seed, features }: Recipe): string {
  return `${seed} ${features.join(' + ')}`;
}

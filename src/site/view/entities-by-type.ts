import type { CrateView, ViewEntity } from './crate-view.js';
import { oncePer } from './once-per.js';

/** The entities of each type, in the order of the document; those without a type are under the empty one. */
export const entitiesByType = oncePer(({ entities }: CrateView) => {
  const found = new Map<string, ViewEntity[]>();
  for (const entity of entities)
    for (const type of new Set(typesOf(entity))) {
      const known = found.get(type);
      if (known === undefined) found.set(type, [entity]);
      else known.push(entity);
    }
  return found;
});

function typesOf({ types }: ViewEntity): readonly string[] {
  return types.length === 0 ? [''] : types;
}

import type { Note } from '../../crate/read/report.js';
import type { CheckedCrate } from '../crate/checked-crate.js';
import type { Fault } from '../crate/checked-entity.js';
import type { Rule } from '../rule.js';

/** What reading the document has to repair or warn of, as rules. */
export const READING_RULES: readonly Rule[] = [
  {
    id: 'property-defined',
    severity: 'error',
    on: 'crate',
    sentence: 'The context defines each property.',
    source: 'format 2, ad hoc vocabulary 1',
    check: noted('undefined-property', (name) => `the property ${name} is not defined by the context`),
  },
];

/** A fault for each note of a kind. */
function noted(kind: Note['kind'], message: (detail: string) => string): (crate: CheckedCrate) => Fault[] {
  return (crate) =>
    crate
      .notes(kind)
      .map(({ detail, pointer }) => ({ message: message(detail), pointer, entity: crate.index.idAt(pointer) }));
}

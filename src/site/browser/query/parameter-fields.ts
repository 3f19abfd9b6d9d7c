import { parametersOf } from '../../../store/query-header.js';
import { element } from './element.js';

/** Fields for the parameters that a query declares in its lines `#+ param:`. */
export interface ParameterFields {
  /** Shows the fields that a text needs, with the values that they have. */
  update(text: string): void;
  /** The values by name; undefined if the query declares no parameters. */
  readonly values: Readonly<Record<string, string>> | undefined;
  /** Sets all fields; those without a value become empty. */
  set(values: Readonly<Record<string, string>>): void;
}

const EXAMPLES = { iri: 'schema:Person or https://…', literal: 'text', term: 'text or <https://…>' };

/** Makes the fields in a box of the query's form. */
export function openParameterFields(box: HTMLElement): ParameterFields {
  const typed = new Map<string, HTMLInputElement>();
  let shown = '';
  return {
    update(text) {
      const parameters = parametersIn(text);
      const key = JSON.stringify(parameters);
      if (key === shown) return;
      shown = key;
      const before = new Map([...typed].map(([name, input]) => [name, input.value]));
      typed.clear();
      const labels = parameters.map(({ name, kind, description, example }) => {
        const input = element('input', { type: 'text', required: true, placeholder: example ?? EXAMPLES[kind] });
        input.value = before.get(name) ?? '';
        typed.set(name, input);
        const words = description === '' ? name : `${name}: ${description}`;
        return element('label', {}, words, input);
      });
      box.replaceChildren(...labels);
      box.hidden = labels.length === 0;
    },
    get values() {
      return typed.size === 0 ? undefined : Object.fromEntries([...typed].map(([name, { value }]) => [name, value]));
    },
    set(values) {
      for (const [name, input] of typed) input.value = values[name] ?? '';
    },
  };
}

function parametersIn(text: string) {
  try {
    return parametersOf(text);
  } catch {
    return []; // a line that is still being written; the server explains it when the query runs
  }
}

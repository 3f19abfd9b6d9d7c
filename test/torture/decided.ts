import type { Found } from './run.js';

/** Combinations of features whose faults are accepted, with the reason. */
const DECIDED: readonly { readonly kind: Found['kind']; readonly features: readonly string[]; readonly why: string }[] =
  [
    {
      kind: 'graph',
      features: ['@base', 'context null of an entity'],
      why: 'the absolute `@base` of a document is the base of the whole crate: no context resets it',
    },
    {
      kind: 'diff',
      features: ['keys and @id beside @graph'],
      why: 'keys next to `@graph` cannot be edited: the document is rewritten',
    },
  ];

/** Whether a fault is accepted. */
export function isDecided({ kind, recipe: { features } }: Found): boolean {
  return DECIDED.some((one) => one.kind === kind && one.features.every((name) => features.includes(name)));
}

import type { Found } from './run.js';

/** Combinations in which a fault is none, each with its reason. */
const DECIDED: readonly { readonly kind: Found['kind']; readonly features: readonly string[]; readonly why: string }[] =
  [
    {
      kind: 'graph',
      features: ['@base', 'context null of an entity'],
      why: 'the absolute `@base` of a document is the base of the whole crate: no context ends it',
    },
    {
      kind: 'diff',
      features: ['keys and @id beside @graph'],
      why: 'what stands beside `@graph` cannot be edited: the document is written anew',
    },
  ];

/** Whether a fault is one of the decided ones. */
export function isDecided({ kind, recipe: { features } }: Found): boolean {
  return DECIDED.some((one) => one.kind === kind && one.features.every((name) => features.includes(name)));
}

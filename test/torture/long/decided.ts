import type { Found } from '../run.js';

/** Combinations in which a fault is none of ours, each with its reason. */
const DECIDED: readonly { readonly kind: Found['kind']; readonly features: readonly string[]; readonly why: string }[] =
  [
    { kind: 'graph', features: ['@base'], why: 'the oracle takes `"@base": "./"` for the folder above' },
    { kind: 'graph', features: ['alias of @list'], why: 'the oracle opens some arrays in a list and others not' },
    {
      kind: 'graph',
      features: ['id that looks like a keyword'],
      why: 'it is a file name for us, reported; JSON-LD ignores it',
    },
    { kind: 'diff', features: ['keys and @id beside @graph'], why: 'what stands beside `@graph` is written anew' },
  ];

/** Shapes of a whole document: two of them contradict each other. */
const SHAPES = ['no @graph', 'an array at the top', 'all of @graph in an array', 'one object as @graph'];

/** Whether a fault is one of the decided ones. */
export function isDecided({ kind, recipe: { features } }: Found): boolean {
  if (kind === 'refused' && features.filter((name) => SHAPES.includes(name)).length > 1) return true;
  return DECIDED.some((one) => one.kind === kind && one.features.every((name) => features.includes(name)));
}

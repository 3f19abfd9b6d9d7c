import jsonld from 'jsonld';
import type { ContextSource } from '../../src/crate/context/context-source.js';
import { quadToNQuads } from '../../src/base/rdf/nquads.js';
import { parseNQuads } from './read.js';

/** Converts a document to N-Quads with the `jsonld` package, which shares no code with our flat lane. */
export async function oracle(
  document: unknown,
  base: string,
  contexts: ContextSource,
  options: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  const documentLoader = async (url: string) => ({
    contextUrl: undefined,
    documentUrl: url,
    document: { '@context': withoutBase(await contexts.load(url)) },
  });
  // `base` and `documentLoader` are the same for all documents, so the package may cache parsed contexts.
  const nquads = await jsonld.toRDF(structuredClone(document) as object, {
    base,
    documentLoader: documentLoader as never,
    format: 'application/n-quads',
    ...options,
  });
  return nquads as unknown as string;
}

/**
 * Returns the canonical form of a graph (RDFC-1.0), which is equal for isomorphic graphs. Language tags are in lower
 * case; the graph term is removed if `graphs` is false.
 */
export async function canonical(nquads: string, { graphs = false } = {}): Promise<string[]> {
  const lines = new Set<string>();
  for (const quad of parseNQuads(nquads)) {
    lines.add(
      quadToNQuads(graphs ? quad : ({ ...tripleOf(quad), graph: { termType: 'DefaultGraph', value: '' } } as never)),
    );
  }
  const text = [...lines].sort().join('');
  if (!/(?:^|> )_:/m.test(text)) return [...lines].sort();
  const canon = await (jsonld.canonize(
    text as never,
    { inputFormat: 'application/n-quads', canonizeOptions: { maxWorkFactor: Infinity } } as never,
  ) as unknown as Promise<string>);
  return canon
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => `${line}\n`);
}

function tripleOf({ subject, predicate, object }: ReturnType<typeof parseNQuads>[number]): object {
  return { subject, predicate, object };
}

/** RO-Crate 1.0 published a context with `"@base": null`, which remote contexts cannot set (API 4.1.2, 5.7). */
function withoutBase(context: unknown): unknown {
  if (Array.isArray(context)) return context.map(withoutBase);
  if (typeof context !== 'object' || context === null) return context;
  return Object.fromEntries(Object.entries(context).filter(([key]) => key !== '@base'));
}

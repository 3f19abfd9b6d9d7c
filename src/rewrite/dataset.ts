import type { DatasetCore } from '@rdfjs/types';
import { openCrate, type CrateArgument, type OpenOptions } from '../open/open-crate.js';
import { openContexts } from '../package/contexts/open-contexts.js';

/**
 * Loads a crate into an rdf-ext dataset (RDF/JS DatasetCore), in the default graph.
 * @param crate as for `openCrate`
 * @param options as for `openCrate`; contexts default to the bundled ones, then the network
 * @throws CrateError as `openCrate`
 */
export async function toDataset(crate: CrateArgument, options: Partial<OpenOptions> = {}): Promise<DatasetCore> {
  const { default: rdf } = await import('rdf-ext');
  const document = await openCrate(crate, { contexts: openContexts(), ...options });
  const dataset = rdf.dataset();
  for await (const quad of document.quads(rdf)) dataset.add(quad as never);
  return dataset;
}

import { buildCrate, type BuildOptions, type CrateBuilder } from '../../crate/build/crate-builder.js';
import type { RootProperties } from '../../crate/build/entity-properties.js';
import { openContexts } from '../../package/contexts/open-contexts.js';

/** How to begin a crate. */
export interface NewCrateOptions extends Omit<BuildOptions, 'contexts'> {
  /** Where contexts come from. Default: those that come with crategraph, and those fetched before. */
  readonly contexts?: BuildOptions['contexts'] | undefined;
}

/**
 * Begins a new crate.
 * @param properties of the root
 * @example
 * const crate = await newCrate({
 *   name: 'Tide gauge at Havneby',
 *   description: 'Water levels at the ferry pier.',
 *   license: 'https://creativecommons.org/licenses/by/4.0/',
 *   datePublished: '2026-03-01',
 * });
 * const ingrid = crate.addPerson({ name: 'Ingrid Holm', orcid: '0000-0002-1825-0097' });
 * crate.root.add({ author: ingrid });
 * crate.addFile('data/levels 2026.csv', { name: 'Water levels', encodingFormat: 'text/csv', author: ingrid });
 * crate.addTerm('gaugeType', { project: 'tides', description: 'How the gauge measures.' });
 * crate.root.set({ gaugeType: 'float' });
 * console.log(crate.toString());
 * @throws CrateError ERR_USAGE for invalid properties, ERR_CONTEXT_UNAVAILABLE
 */
export function newCrate(properties: RootProperties, options: NewCrateOptions = {}): Promise<CrateBuilder> {
  return buildCrate(properties, { ...options, contexts: options.contexts ?? openContexts({ offline: true }) });
}

import { isAbsolute, relative } from 'node:path';
import { isWebAddress } from '../package/package-options.js';

/** What a line says about a crate of a store: its handle, its name, and its IRI unless that is only a hash or a number. */
export function crateLabel({ handle = '', name, graph = '' }: LabelledCrate): string {
  const iri = graph.startsWith('arcp:') ? '' : graph;
  return [handle, name === undefined ? '' : JSON.stringify(name), iri].filter((part) => part !== '').join('  ');
}

interface LabelledCrate {
  readonly handle?: string | undefined;
  readonly name?: string | undefined;
  readonly graph?: string | undefined;
}

/** Where a crate is, for people here: no longer than it must be, and without the name that most metadata files have. */
export function placeFromHere(source: string): string {
  const folder = source.replace(/(?<=[/\\])ro-crate-metadata\.json(?:ld)?$/, '');
  if (isWebAddress(source) || !isAbsolute(source)) return folder;
  const here = relative('.', folder) || '.';
  return here.length < folder.length ? here : folder;
}

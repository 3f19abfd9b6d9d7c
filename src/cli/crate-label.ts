/** What a line says about a crate of a store: its handle, its name, and its IRI unless that is only a hash or a number. */
export function crateLabel({ handle = '', name, graph = '' }: LabelledCrate): string {
  const iri = graph.startsWith('arcp:') ? '' : graph;
  return [handle, name === undefined ? '' : JSON.stringify(name), iri].filter((part) => part !== '').join('  ');
}

interface LabelledCrate {
  readonly handle?: string;
  readonly name?: string | undefined;
  readonly graph?: string;
}

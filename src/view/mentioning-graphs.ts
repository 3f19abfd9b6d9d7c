/** The graphs that mention each IRI. Most IRIs are mentioned by one graph, which needs no set. */
export class MentioningGraphs {
  readonly #graphs = new Map<string, string | Set<string>>();

  of(iri: string): Iterable<string> {
    const found = this.#graphs.get(iri) ?? [];
    return typeof found === 'string' ? [found] : found;
  }

  add(graph: string, iris: Iterable<string>): void {
    for (const iri of iris) {
      const known = this.#graphs.get(iri);
      if (known === undefined) this.#graphs.set(iri, graph);
      else if (typeof known !== 'string') known.add(graph);
      else if (known !== graph) this.#graphs.set(iri, new Set([known, graph]));
    }
  }

  remove(graph: string, iris: Iterable<string>): void {
    for (const iri of iris) {
      const known = this.#graphs.get(iri);
      if (known === graph) this.#graphs.delete(iri);
      else if (typeof known === 'object' && known.delete(graph) && known.size === 0) this.#graphs.delete(iri);
    }
  }
}

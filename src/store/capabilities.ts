/** What a kind of store guarantees beyond this interface; the contract suite tests what is declared. */
export interface Capabilities {
  /** A commit applies the writes to all graphs, or to none. */
  readonly atomic: boolean;
  /** Changes and differences are counted quad by quad. */
  readonly exactDifferences: boolean;
  readonly keepsBlankLabels: boolean;
  /** `"01"^^xsd:integer` keeps its spelling. */
  readonly keepsLexicalForms: boolean;
  /** Each literal comes back with the value that it had, perhaps in another spelling. */
  readonly keepsValues: boolean;
  /** Other processes see a commit, and it survives a crash. */
  readonly durable: boolean;
  /** A snapshot shows one moment, whatever is committed meanwhile. Without this, only each single answer does. */
  readonly snapshots: boolean;
  /**
   * A record is `changed` after every change of its graph. Without this, a change by another program that leaves the
   * number of quads as it was goes unnoticed, and before the graph is replaced it has to be compared.
   */
  readonly noticesChanges: boolean;
  /** It has a full text for `search`, and for `cg:search` in queries. */
  readonly fullText: boolean;
  /** It can keep which graphs were removed, and when. */
  readonly keepsRemovals: boolean;
  /** It can keep graphs apart from the union of all graphs. */
  readonly keepsApart: boolean;
}

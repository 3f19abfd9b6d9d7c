import type { DatasetFacts } from '../view/dataset-facts.js';

/** A form of a page for programs. */
export type DataForm = 'json' | 'csv';

/** A form of a page. */
export type PageForm = 'html' | DataForm;

/** The form that a client asks for. */
export interface AskedForm {
  /** What the address names, right or wrong. */
  readonly named?: string | undefined;
  /** What the client accepts, the best first; it counts where the address names none. */
  readonly accepted?: readonly PageForm[] | undefined;
}

/** A request for a page; it can be sent to a thread. */
export type PageRequest =
  /** The list of crates; `search` has q, type, profile, licence, sort, page. */
  | { readonly page: 'crates'; readonly search: string; readonly form?: AskedForm | undefined }
  /** A crate; `search` has page, view (files, images, graph, run, find, statistics, check), q, around, nodes, rule, cite. */
  | { readonly page: 'crate'; readonly key: string; readonly search: string; readonly form?: AskedForm | undefined }
  /** An entity of a crate, by its identifier as written or absolute. */
  | {
      readonly page: 'entity';
      readonly key: string;
      readonly id: string;
      readonly search: string;
      readonly form?: AskedForm | undefined;
    }
  /** What an entity is, without its page. */
  | { readonly page: 'entity-facts'; readonly key: string; readonly id: string }
  /** What crates say of themselves as datasets, as JSON: {@link SaidFacts} for each key. */
  | { readonly page: 'dataset-facts'; readonly keys: readonly string[] }
  /** What the store contains, as JSON: {@link StoreFacts}. */
  | { readonly page: 'store-facts' }
  /** The crates that mention something. */
  | { readonly page: 'mentions'; readonly iri: string; readonly search?: string; readonly form?: AskedForm | undefined }
  /** Who is responsible for the website. */
  | { readonly page: 'imprint' }
  /** Statistics of the whole store. */
  | { readonly page: 'statistics'; readonly form?: AskedForm | undefined }
  /** The graphs beside the crates; `search` has graph for one of them, partOf for those of a crate, page. */
  | { readonly page: 'references'; readonly search: string; readonly form?: AskedForm | undefined }
  /** The query editor. */
  | { readonly page: 'query'; readonly search: string }
  /** What the query editor completes with, as JSON. */
  | { readonly page: 'query-terms' }
  /** A query with the values of its parameters, as JSON. */
  | { readonly page: 'bound-query'; readonly query: string; readonly parameters: Readonly<Record<string, string>> }
  /** Where IRIs lead on this website, as JSON. */
  | { readonly page: 'links'; readonly iris: readonly string[] };

/** What a crate says of itself, or why it cannot be read; null for a crate that is not there. */
export type SaidFacts = DatasetFacts | { readonly problem: string } | null;

/** How much a store contains. */
export interface StoreFacts {
  /** How many crates were not read yet: the numbers are those of the others. */
  readonly pending: number;
  readonly triples: number;
  readonly entities: number;
  /** By IRI, the most frequent first. */
  readonly types: readonly { readonly iri: string; readonly count: number }[];
  /** Undefined where that is not known. */
  readonly properties?: readonly { readonly iri: string; readonly count: number }[] | undefined;
}

/** A page, JSON for a script of a page, or a citation. */
export interface RenderedPage {
  readonly status: 200 | 400 | 404 | 406 | 503;
  readonly contentType: string;
  readonly body: string;
  /** Of what is for keeping: its name as a file. */
  readonly fileName?: string;
  /** The entity that the page shows. */
  readonly entity?: EntityFacts | undefined;
}

/** An entity, as others have to know it who speak of it besides its page. */
export interface EntityFacts {
  /** Its IRI; `_:label` for a blank node. */
  readonly iri: string;
  /** The IRIs of its types. */
  readonly types: readonly string[];
}

/** Renders the pages of one store; it runs in a thread of its own, so that no large crate stops the server. */
export interface Pages {
  /** @throws CrateError if the crate cannot be read, ERR_TIMEOUT, ERR_LIMIT for too little memory */
  render(request: PageRequest): Promise<RenderedPage>;
  /** Whether pages can be rendered at the moment; false if one of them keeps its thread from everything else. */
  isAnswering(): Promise<boolean>;
  close(): Promise<void>;
}

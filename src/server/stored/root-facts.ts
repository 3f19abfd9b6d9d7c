import { nextTurn } from '../../crate/read/stop-signal.js';
import { detached, eachTriple, textOfTerm } from '../../inspect/each-triple.js';
import { schemaOrg } from '../../rdf/vocabulary.js';
import type { GraphReader } from '../../store/port.js';
import { withSnapshot } from '../../store/store-snapshots.js';
import { utf8Text } from '../../store/utf8-text.js';
import type { ServerContext } from '../server-context.js';
import type { SignpostedCrate, SignpostedEntity } from '../link-headers.js';

type Facts = Pick<SignpostedCrate, 'root' | 'entity'>;

/** Properties whose values the links of a crate need, by the predicate in N-Quads. */
const KEYS: ReadonlyMap<string, string> = new Map(
  ['identifier', 'license', 'author', 'hasPart', 'encodingFormat', 'url', 'value'].flatMap((key) =>
    schemaOrg(key).map((iri) => [`<${iri}>`, key] as const),
  ),
);
/** Crates whose facts are remembered. */
const MOST = 1000;
/** Values of one property that are kept: links name no more. */
const MOST_VALUES = 100;

/** What links say about crates of the store, read when it is first needed and after each change. */
export class RootFacts {
  readonly #store: ServerContext['store'];
  readonly #known = new Map<string, { readonly mark: string; readonly facts: Promise<Facts> }>();

  constructor({ store }: Pick<ServerContext, 'store'>) {
    this.#store = store;
  }

  async of(graph: string, mark: string): Promise<Facts> {
    const known = this.#known.get(graph);
    this.#known.delete(graph); // the one that was not used for the longest time goes first
    const facts = known?.mark === mark ? known.facts : withSnapshot(this.#store, (snapshot) => readFacts(snapshot, graph)); // prettier-ignore
    this.#known.set(graph, { mark, facts });
    facts.catch(() => this.#known.delete(graph));
    const [oldest] = this.#known.keys();
    if (this.#known.size > MOST && oldest !== undefined) this.#known.delete(oldest);
    return facts;
  }
}

/** Reads the root, and then what it refers to. */
async function readFacts(store: GraphReader, graph: string): Promise<Facts> {
  const root = (await readEntities(store, graph, new Set([`<${graph}>`]))).get(`<${graph}>`);
  const wanted = [...(root?.values('identifier', 'terms') ?? []), ...(root?.values('hasPart', 'terms') ?? [])];
  const terms = new Set(wanted.filter((term) => !term.startsWith('"')));
  const others = terms.size === 0 ? new Map<string, GraphEntity>() : await readEntities(store, graph, terms);
  const byId = new Map([...others.values()].map((entity) => [entity.id, entity]));
  return { root, entity: (id) => byId.get(id) };
}

async function readEntities(
  store: GraphReader,
  graph: string,
  subjects: ReadonlySet<string>,
): Promise<Map<string, GraphEntity>> {
  const entities = new Map<string, GraphEntity>();
  for await (const bytes of store.nquads(graph)) {
    eachTriple(utf8Text(bytes), graph, (subject, predicate, object) => {
      const key = KEYS.get(predicate);
      if (key === undefined || !subjects.has(subject)) return;
      let entity = entities.get(subject);
      if (entity === undefined) entities.set(detached(subject), (entity = new GraphEntity(detached(textOfTerm(subject))))); // prettier-ignore
      entity.add(key, object);
    });
    await nextTurn(); // other requests are answered meanwhile
  }
  return entities;
}

class GraphEntity implements SignpostedEntity {
  readonly id: string;
  readonly #terms = new Map<string, string[]>();

  constructor(id: string) {
    this.id = id;
  }

  add(key: string, term: string): void {
    const terms = this.#terms.get(key) ?? [];
    this.#terms.set(key, terms);
    if (terms.length < MOST_VALUES) terms.push(detached(term));
  }

  values(key: string, form?: 'terms'): readonly string[] {
    const terms = this.#terms.get(key) ?? [];
    return form === 'terms' ? terms : terms.map(textOfTerm);
  }
}

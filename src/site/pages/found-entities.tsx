import { crateHref } from './crate/site-links.js';
import { typeName } from '../../tasks/inspect/statistics.js';
import type { FoundEntity, FoundTexts } from '../../store/text/found-texts.js';
import { markWords } from '../../store/text/mark-words.js';
import type { CrateSearch, ToSearch } from '../view/crate-search.js';
import { identifierLabel, shortName } from '../view/entity-label.js';
import type { StoreIndex } from '../view/store-index.js';
import { Badge, Chip, EmptyState } from './parts.js';

/** Types that the filter shows; a search of everything has hundreds. */
const MOST_TYPES = 30;
/** Types that are shown of one entity, and values that have the words. */
const SHOWN = 3;

/** The types of the entities that have the words, with their numbers. */
export function EntityFacet({ types, search, to }: EntityFacetProps) {
  if (types.length === 0) return null;
  return (
    <section aria-labelledby="facet-kind">
      <h2 id="facet-kind">What it is</h2>
      <ul class="chips">
        {types.slice(0, MOST_TYPES).map(({ type, entities }) => (
          <li>
            <Chip
              href={to({ kind: type === search.kind ? undefined : type })}
              count={entities}
              isCurrent={type === search.kind}
            >
              {typeName(type)}
            </Chip>
          </li>
        ))}
      </ul>
    </section>
  );
}
interface EntityFacetProps {
  readonly types: FoundTexts['types'];
  readonly search: CrateSearch;
  readonly to: ToSearch;
}

/** Entities as cards, the best ones first, with their crate and the words that were found. */
export function FoundEntitiesList({ entities, words, index, home }: FoundEntitiesProps) {
  if (entities.length === 0)
    return (
      <EmptyState title="No entity has all of these words">
        A crate may still have each of them in another entity.
      </EmptyState>
    );
  return (
    <ul class="cards">
      {entities.map((found) => (
        <EntityCard found={found} words={words} index={index} home={home} />
      ))}
    </ul>
  );
}
interface FoundEntitiesProps {
  readonly entities: readonly FoundEntity[];
  readonly words: string;
  readonly index: StoreIndex;
  readonly home: string;
}

function EntityCard({
  found,
  words,
  index,
  home,
}: Omit<FoundEntitiesProps, 'entities'> & { readonly found: FoundEntity }) {
  const { entity, name, types, graphs, inGraphs, matches } = found;
  const [graph = ''] = graphs;
  const crate = index.crateOf(graph);
  const path = crate && crateHref(crate.key, `${home}crates/`);
  const label = shortName(name?.trim() || labelOf(found));
  const marked = <Marked text={label} words={words} />;
  return (
    <li class="card">
      <h2 class="card-title">
        {path === undefined ? marked : <a href={hrefOf(path, entity, graph)}>{marked}</a>}
        {types.slice(0, SHOWN).map((type) => (
          <>
            {' '}
            <Badge>{typeName(type)}</Badge>
          </>
        ))}
      </h2>
      {matches
        .filter(({ property, text }) => property !== undefined && text.trim() !== name?.trim())
        .slice(0, SHOWN)
        .map(({ property = '', text }) => (
          <p class="small found-text">
            <span class="quiet">{typeName(property)}</span> <Marked text={text} words={words} />
          </p>
        ))}
      {crate === undefined || entity === graph ? null : (
        <p class="small quiet">
          in <a href={path}>{shortName(crate.title)}</a>
          {inGraphs > 1 ? (
            <OtherCrates href={`${home}mentions?iri=${encodeURIComponent(entity)}`} number={inGraphs - 1} />
          ) : null}
        </p>
      )}
    </li>
  );
}

function OtherCrates({ href, number }: { readonly href: string; readonly number: number }) {
  const label = number === 1 ? '1 other crate' : `${number.toLocaleString('en')} other crates`;
  return (
    <>
      {' '}
      and <a href={href}>{label}</a>
    </>
  );
}

/** A text with the words of a search marked. */
function Marked({ text, words }: { readonly text: string; readonly words: string }) {
  return <>{markWords(text, words).map((part) => (part.isMatch ? <mark>{part.text}</mark> : part.text))}</>;
}

/** A blank node has a label that its document need not have: its crate is the nearest page. */
function hrefOf(path: string, entity: string, graph: string): string {
  return entity === graph || entity.startsWith('_:') ? path : `${path}?entity=${encodeURIComponent(entity)}`;
}

function labelOf({ entity, types: [type] }: FoundEntity): string {
  if (!entity.startsWith('_:')) return identifierLabel(entity);
  return type === undefined ? 'without a name' : typeName(type);
}

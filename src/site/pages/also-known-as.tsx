import type { StoreIndex } from '../view/store-index.js';

/** Other IRIs that are shown; more are no list for people. */
const MOST_SHOWN = 20;

/** Other IRIs of the same person, organisation or thing, and why they are the same. */
export function AlsoKnownAs({ index, iri, home }: { index: StoreIndex; iri: string; home: string }) {
  const others = index.alsoKnownAs(iri).filter((one) => one.iri !== iri);
  if (others.length === 0) return null;
  const more = others.length - MOST_SHOWN;
  return (
    <section aria-labelledby="also-known-as">
      <h2 id="also-known-as">
        Also known as <span class="count">{others.length.toLocaleString('en')}</span>
      </h2>
      <ul class="entity-list">
        {others.slice(0, MOST_SHOWN).map((other) => (
          <li>
            <a href={`${home}mentions?iri=${encodeURIComponent(other.iri)}`}>{other.iri}</a>{' '}
            <span class="quiet">{other.reasons.join('; ')}</span>
          </li>
        ))}
      </ul>
      {more > 0 ? <p>and {more.toLocaleString('en')} more</p> : null}
    </section>
  );
}

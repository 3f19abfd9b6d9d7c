import { outsideHref } from '../../../base/net/outside-href.js';
import { schemaOrg } from '../../../base/rdf/vocabulary.js';
import type { ViewEntity, ViewProperty } from '../../view/crate-view.js';
import { Prose } from '../prose/prose.js';
import type { CrateScene } from './scene.js';

/** Characters of the descriptions of one entity that a page shows as text with headings, lists and links. */
const MOST_CHARACTERS = 40_000;
/** Descriptions of one entity; more than some languages are no descriptions. */
const MOST_TEXTS = 5;

const DESCRIPTION: readonly string[] = schemaOrg('description');

/** The properties of an entity without the descriptions that {@link Descriptions} shows. */
export function withoutDescriptions(properties: readonly ViewProperty[]): readonly ViewProperty[] {
  return properties.filter((property) => !isShownApart(property));
}

/** A description that is an entity is no text. */
function isShownApart({ iri, values }: ViewProperty): boolean {
  return iri !== undefined && DESCRIPTION.includes(iri) && values.every((value) => 'text' in value);
}

interface DescriptionsProps {
  readonly entity: ViewEntity;
  readonly scene: CrateScene;
  /** The level of their highest headings. */
  readonly level: number;
}

/** The descriptions of an entity as texts; nothing without any. */
export function Descriptions({ entity, scene, level }: DescriptionsProps) {
  const properties = entity.properties.filter(isShownApart);
  const texts = properties.flatMap(({ values }) => values.flatMap((value) => ('text' in value ? [value] : [])));
  let left = MOST_CHARACTERS;
  const shown = texts.slice(0, MOST_TEXTS).flatMap(({ text, language }) => {
    const part = beginningOf(text, left);
    left -= part.length;
    return part.trim() === '' ? [] : [{ part, language }];
  });
  const characters = texts.reduce((sum, { text }) => sum + text.length, 0);
  const isCut = texts.length > MOST_TEXTS || left === 0 || characters > MOST_CHARACTERS;
  return (
    <>
      {shown.map(({ part, language }) => (
        <div class="description" {...(language === undefined ? {} : { lang: language })}>
          <Prose text={part} href={(written) => hrefInText(written, scene)} level={level} />
        </div>
      ))}
      {isCut ? <RestOfTexts scene={scene} count={texts.length} characters={characters} /> : null}
    </>
  );
}

interface RestProps {
  readonly scene: CrateScene;
  readonly count: number;
  readonly characters: number;
}

function RestOfTexts({ scene: { view, links }, count, characters }: RestProps) {
  const whole = count === 1 ? 'The whole description has' : `The ${count.toLocaleString('en')} descriptions have`;
  return (
    <p class="quiet small">
      {whole} {characters.toLocaleString('en')} characters: see{' '}
      {view.descriptor === undefined ? (
        'the metadata document'
      ) : (
        <a href={links.entity(view.descriptor)}>the metadata document</a>
      )}
      .
    </p>
  );
}

/** The beginning of a text, up to the end of a paragraph or word. */
function beginningOf(text: string, most: number): string {
  if (text.length <= most) return text;
  const cut = text.slice(0, most);
  const end = [cut.lastIndexOf('\n\n'), cut.lastIndexOf(' ')].find((at) => at > most - most / 10);
  return cut.slice(0, end ?? most).toWellFormed();
}

/**
 * Where a link of a text leads: to the web, or to what the crate describes; undefined for everything else.
 * @param base the IRI of the file that has the text; without it the text is about the crate
 */
export function hrefInText(href: string, { view, links }: CrateScene, base?: string): string | undefined {
  const outside = outsideHref(href);
  if (outside !== undefined) return outside;
  const path = href.replace(/[?#].*$/s, '');
  const written = path === '' ? href : path;
  const entity = view.entity((base !== undefined && resolved(written, base)) || written);
  return entity === undefined || href === '' ? undefined : links.entity(entity);
}

function resolved(reference: string, base: string): string | undefined {
  return URL.canParse(reference, base) ? new URL(reference, base).href : undefined;
}

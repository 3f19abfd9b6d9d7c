import type { Child } from 'hono/jsx';
import { RDF, schemaOrg, XSD } from '../../../base/rdf/vocabulary.js';
import type { ViewEntity, ViewProperty, ViewValue } from '../../view/crate-view.js';
import { Badge, Definitions, type DefinitionRow } from '../parts.js';
import { outsideHref } from '../../../base/net/outside-href.js';
import { profilePageOf, isInline, linkText, type CrateScene } from './scene.js';

/** The longest text that a page shows of one value. */
const MAX_TEXT = 20_000;
/** Datatypes that readers see from the value itself. */
const EVIDENT = new Set(
  ['string', 'integer', 'double', 'decimal', 'boolean', 'date', 'dateTime'].map((name) => XSD + name),
);

/** Whether a value looks like its datatype, so that no page has to name it. */
export function isEvident(datatype: string | undefined): boolean {
  return datatype === undefined || EVIDENT.has(datatype);
}

interface EntityProps {
  readonly entity: ViewEntity;
  readonly scene: CrateScene;
}

/** Properties of an entity as a list; each key leads to its explanation. */
export function PropertyList(props: EntityProps & { readonly properties?: readonly ViewProperty[] }) {
  const { entity, scene, properties = entity.properties } = props;
  return <Definitions rows={rowsOf(properties, [entity], scene)} />;
}

const HAS_PART: readonly string[] = schemaOrg('hasPart');

/** The properties of a folder without the parts that its contents show: texts are none. */
export function withoutParts(properties: readonly ViewProperty[]): readonly ViewProperty[] {
  return properties.filter(
    ({ iri, values }) => iri === undefined || !HAS_PART.includes(iri) || values.some((value) => 'text' in value),
  );
}

function rowsOf(properties: readonly ViewProperty[], path: readonly ViewEntity[], scene: CrateScene): DefinitionRow[] {
  return properties.map((property) => ({
    term: <Key property={property} scene={scene} />,
    values: valuesOf(property, path, scene),
  }));
}

function valuesOf({ key, values }: ViewProperty, path: readonly ViewEntity[], scene: CrateScene): Child[] {
  const shown: Child[] = values.slice(0, scene.maxValues).map((value) => valueOf(value, path, scene));
  const more = values.length - scene.maxValues;
  const href = more > 0 ? scene.links.values(path.at(-1) as ViewEntity, key) : undefined;
  if (href !== undefined) shown.push(<a href={href}>all {values.length.toLocaleString('en')}</a>);
  else if (more > 0)
    shown.push(<span class="quiet">and {more.toLocaleString('en')} more in the metadata document</span>);
  return shown;
}

function Key({ property: { key, iri }, scene }: { readonly property: ViewProperty; readonly scene: CrateScene }) {
  const href = profilePageOf(iri, scene);
  return href === undefined ? <span>{key}</span> : <a href={href}>{key}</a>;
}

/** The types that a page shows of one entity. */
const MAX_TYPES = 50;

/** The types of an entity; each leads to its explanation. */
export function Types({ entity, scene }: EntityProps) {
  const more = entity.types.length - MAX_TYPES;
  return (
    <>
      {entity.types.slice(0, MAX_TYPES).map((type) => {
        const href = profilePageOf(scene.view.typeIri(type), scene);
        return <Badge>{href === undefined ? type : <a href={href}>{type}</a>} </Badge>;
      })}
      {more > 0 ? <span class="quiet">and {more.toLocaleString('en')} more in the metadata document</span> : null}
    </>
  );
}

/** A link to an entity, with its first type. */
export function EntityLink({ entity, scene }: EntityProps) {
  const [type] = entity.types;
  return (
    <>
      <a href={scene.links.entity(entity)}>{linkText(entity)}</a> {type === undefined ? null : <Badge>{type}</Badge>}
    </>
  );
}

/** One value: text, a link, or an entity without a name, in-line. @param path the entities that lead to the value */
export function valueOf(value: ViewValue, path: readonly ViewEntity[], scene: CrateScene): Child {
  if ('text' in value) return <Text {...value} />;
  const entity = scene.view.entity(value.iri);
  if (entity === undefined) return <Outside iri={value.iri} written={value.reference} />;
  if (!isInline(entity, path, scene)) return <EntityLink entity={entity} scene={scene} />;
  scene.inlineLeft -= 1;
  const isBlank = entity.iri.startsWith('_:');
  return (
    <>
      {isBlank ? null : <a href={scene.links.entity(entity)}>{entity.id}</a>} <Types entity={entity} scene={scene} />
      <Definitions rows={rowsOf(entity.properties, [...path, entity], scene)} />
    </>
  );
}

/** An identifier of something that the crate does not describe. */
function Outside({ iri, written }: { readonly iri: string; readonly written: string }) {
  const href = outsideHref(iri);
  return href === undefined ? (
    <code>{written}</code>
  ) : (
    <a href={href}>{/^(?:https?|mailto|doi):/i.test(written) ? written : iri}</a>
  );
}

function Text({ text, datatype, language }: Extract<ViewValue, { text: string }>) {
  const isLong = text.length > MAX_TEXT;
  const shown = isLong ? text.slice(0, MAX_TEXT).toWellFormed() : text;
  const href = /^\S+$/.test(text) && !isLong ? outsideHref(text) : undefined;
  return (
    <>
      <span class="literal" {...(language === undefined ? {} : { lang: language })}>
        {href === undefined ? shown : <a href={href}>{shown}</a>}
      </span>
      {isLong ? <span class="quiet"> … {text.length.toLocaleString('en')} characters in all</span> : null}
      {language === undefined ? null : <span class="quiet small"> {language}</span>}
      {datatype === undefined || isEvident(datatype) ? null : (
        <span class="quiet small"> {datatypeName(datatype)}</span>
      )}
    </>
  );
}

function datatypeName(datatype: string): string {
  return datatype.startsWith(XSD) || datatype.startsWith(RDF) ? datatype.replace(/^.*#/, '') : datatype;
}

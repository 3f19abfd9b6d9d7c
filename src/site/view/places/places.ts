import { GEOSPARQL, schemaOrg } from '../../../base/rdf/vocabulary.js';
import type { CrateView, ViewEntity, ViewValue } from '../crate-view.js';
import { circleAround, readGeoShape } from './geo-shape.js';
import { decimalNumber, positionOf, UnreadablePlace, type PlaceShape } from './place-shape.js';
import { readWellKnownText } from './well-known-text.js';

/** Something that says where it is: an entity of a crate, or a feature of a file. */
export interface CratePlace {
  readonly name: string | undefined;
  /** Where its name leads; undefined for a name without a link. */
  readonly href?: string | undefined;
  readonly shapes: readonly PlaceShape[];
  /** What it says about its location that cannot be drawn, each with the reason. */
  readonly unread: readonly UnreadLocation[];
}

/** A text about a location that cannot be drawn. */
export interface UnreadLocation {
  readonly text: string;
  /** The end of a sentence that begins with the text. */
  readonly reason: string;
}

/** What describes entities. */
type Described = Pick<CrateView, 'entity'>;

/**
 * Reads where an entity is: from its own coordinates, and from those of its `geo` (schema.org) or
 * `hasGeometry` (GeoSPARQL).
 * @returns undefined if it says nothing about its location
 */
export function placeOf(entity: ViewEntity, crate: Described): CratePlace | undefined {
  const shapes: PlaceShape[] = [];
  const unread: UnreadLocation[] = [];
  for (const value of [...valuesByKeyOrIri(entity, 'geo'), ...valuesByKeyOrIri(entity, 'hasGeometry')])
    if ('text' in value) unread.push({ text: value.text, reason: 'is a text without structure' });
  for (const holder of [entity, ...geometriesOf(entity, crate)])
    for (const { text, read } of locationsOf(holder, crate)) {
      try {
        for (const shape of read()) shapes.push(shape);
      } catch (error) {
        if (!(error instanceof UnreadablePlace)) throw error;
        unread.push({ text, reason: error.message });
      }
    }
  return shapes.length === 0 && unread.length === 0 ? undefined : { name: entity.name, shapes, unread };
}

interface Location {
  readonly text: string;
  readonly read: () => readonly PlaceShape[];
}

function locationsOf(holder: ViewEntity, crate: Described): Location[] {
  const shapes = (['box', 'circle', 'line', 'polygon'] as const).flatMap((key) =>
    textsOf(holder, key).map((text) => ({ text, read: () => [readGeoShape(key, text)] })),
  );
  const wellKnown = textsOf(holder, 'asWKT').map((text) => ({ text, read: () => readWellKnownText(text) }));
  return [...pointsOf(holder), ...shapes, ...wellKnown, ...circlesOf(holder, crate)];
}

function pointsOf(holder: ViewEntity): Location[] {
  const latitudes = textsOf(holder, 'latitude');
  const longitudes = textsOf(holder, 'longitude');
  if (latitudes.length + longitudes.length === 0) return [];
  const text = `latitude ${latitudes.join(', ') || 'missing'}, longitude ${longitudes.join(', ') || 'missing'}`;
  return [
    {
      text,
      read: () => {
        const latitude = latitudes[0];
        const longitude = longitudes[0];
        if (latitude === undefined || longitude === undefined || latitudes.length + longitudes.length > 2)
          throw new UnreadablePlace('is not one pair of coordinates');
        return [{ type: 'point', at: positionOf(decimalNumber(latitude), decimalNumber(longitude)) }];
      },
    },
  ];
}

/** Circles of a GeoCircle: `geoMidpoint`, and `geoRadius` in metres. */
function circlesOf(holder: ViewEntity, crate: Described): Location[] {
  return valuesByKeyOrIri(holder, 'geoRadius').flatMap((value) => {
    if (!('text' in value)) return [];
    const read = () => {
      const middles = entitiesOf(valuesByKeyOrIri(holder, 'geoMidpoint'), crate);
      const [point] = middles.flatMap(pointsOf);
      const [middle] = point?.read() ?? [];
      if (middle?.type !== 'point') throw new UnreadablePlace('has no middle point');
      return [circleAround(middle.at, decimalNumber(value.text))];
    };
    return [{ text: `radius ${value.text}`, read }];
  });
}

function geometriesOf(entity: ViewEntity, crate: Described): ViewEntity[] {
  const found = entitiesOf([...valuesByKeyOrIri(entity, 'geo'), ...valuesByKeyOrIri(entity, 'hasGeometry')], crate);
  return found.filter((one) => one !== entity);
}

function entitiesOf(values: readonly ViewValue[], crate: Described): ViewEntity[] {
  return values.flatMap((value) => ('reference' in value ? (crate.entity(value.reference) ?? []) : []));
}

function textsOf(entity: ViewEntity, name: string): string[] {
  return valuesByKeyOrIri(entity, name).flatMap((value) => ('text' in value ? [value.text] : []));
}

/** Values of a property by its key, or by its IRI where a crate has a key of its own for it. */
function valuesByKeyOrIri(entity: ViewEntity, name: string): readonly ViewValue[] {
  return entity.properties.flatMap(({ key, iri, values }) =>
    key === name || iri === GEOSPARQL + name || (iri !== undefined && schemaOrg(name).includes(iri)) ? values : [],
  );
}

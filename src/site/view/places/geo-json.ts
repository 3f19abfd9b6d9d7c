import { shapesOfGeometry, type GivenGeometry } from './geometry-shapes.js';
import { positionOf, UnreadablePlace } from './place-shape.js';
import type { CratePlace } from './places.js';

interface GivenFeature extends GivenGeometry {
  readonly id?: unknown;
  readonly properties?: unknown;
  readonly geometry?: unknown;
  readonly features?: unknown;
  readonly crs?: unknown;
}

/** Where features say what they are called. */
const NAMES = ['name', 'title', 'label', 'Name', 'NAME'];

/**
 * Reads a document of GeoJSON (RFC 7946) as the places of its features.
 * @returns undefined if the text is no such document, or none with a place
 */
export function readGeoJson(text: string): readonly CratePlace[] | undefined {
  const document = parsed(text);
  if (document === undefined) return undefined;
  const features = document.type === 'FeatureCollection' ? document.features : [document];
  if (!Array.isArray(features)) return undefined;
  const system = systemOf(document);
  const places = features.flatMap((feature: unknown) =>
    isObject(feature) ? (placeOfFeature(feature, system) ?? []) : [],
  );
  return places.length === 0 ? undefined : places;
}

function parsed(text: string): GivenFeature | undefined {
  try {
    const document: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
    return isObject(document) ? document : undefined;
  } catch {
    return undefined;
  }
}

function placeOfFeature(feature: GivenFeature, system: string | undefined): CratePlace | undefined {
  const geometry = feature.type === 'Feature' ? feature.geometry : feature;
  if (!isObject(geometry)) return undefined; // a feature may be nowhere
  const name = nameOf(feature);
  try {
    if (system !== undefined) throw new UnreadablePlace(`uses coordinates of ${system}, which are not drawn here`);
    const shapes = shapesOfGeometry(geometry, ([longitude, latitude]) => positionOf(latitude, longitude));
    return { name, shapes, unread: [] };
  } catch (error) {
    if (!(error instanceof UnreadablePlace)) throw error;
    return { name, shapes: [], unread: [{ text: String((geometry as GivenGeometry).type), reason: error.message }] };
  }
}

function nameOf({ id, properties }: GivenFeature): string | undefined {
  const said = isObject(properties) ? NAMES.map((name) => (properties as Record<string, unknown>)[name]) : [];
  const name = [...said, id].find((one) => (typeof one === 'string' && one !== '') || typeof one === 'number');
  return name === undefined ? undefined : String(name);
}

/** GeoJSON before RFC 7946 could name a system of coordinates; undefined for the one that all documents have since. */
function systemOf({ crs }: GivenFeature): string | undefined {
  const properties = isObject(crs) ? (crs as { properties?: unknown }).properties : undefined;
  const name = isObject(properties) ? (properties as { name?: unknown }).name : undefined;
  return typeof name !== 'string' || /CRS84$|EPSG:{1,2}4326$/i.test(name) ? undefined : name;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

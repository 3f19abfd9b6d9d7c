import { CrateError } from '../../base/errors.js';
import { folderOf, lastSegment } from '../../base/rdf/iri.js';
import { isMetadataFileName } from '../../crate/metadata-names.js';
import { archiveMembers, noSpot, openFirst, packagesFrom } from '../../package/open/open-spot.js';
import {
  sourceOf,
  spotOf,
  type PackagePlace,
  type CrateSpot,
  type WantedSpot,
} from '../../package/open/package-place.js';
import { packagesWithSignal } from '../../package/open/open-crate.js';
import type { CratePackage } from '../../package/crate-package.js';
import { limitExceeded, PACKAGE_LIMITS } from '../../package/limits.js';
import type { PackageOptions } from '../../package/package-options.js';
import { readAhead, type ReaderOptions } from './crate-readers.js';
import type { CrateReference } from './crate-references.js';
import { readCrate, type CrateToRead, type FoundReferences, type ReadCrate } from './read-crate.js';

/** A crate that has been read, and refers to others. */
export interface ReferringCrate {
  /** Its place among the results of the load. */
  readonly index: number;
  readonly graph: string;
  readonly source: string;
}

/** A crate that others refer to, to be looked for. */
export interface Target {
  /** How a store recognises it. */
  readonly source: string;
  readonly spots: readonly CrateSpot[];
  readonly declared: boolean;
  /** IRI of its folder in the crate that contains it. */
  readonly nested: string | undefined;
  readonly inside: CrateToRead['inside'];
  /** How its package was fetched that contains it or names it. */
  readonly from: PackagePlace['from'];
  /** Who refers to it, and how. */
  readonly referrers: { readonly by: ReferringCrate; readonly id: string }[];
}

/** A target, and how to read it. A reading that is not needed is skipped. */
export interface TargetReading {
  readonly target: Target;
  read(knownBase: string | undefined): Promise<ReadCrate>;
  skip(): void;
}

/** Packages that are opened before the first is read, because some come over the network. */
const AHEAD = 8;

/** Collects what the crates of a load refer to, each crate once, and reads it. */
export class FollowedCrates {
  readonly #options: ReaderOptions;
  readonly #packages: PackageOptions;
  readonly #most: number;
  /** All targets by source, also those that were read. */
  readonly #targets = new Map<string, Target>();
  #next: Target[] = [];

  /** @param options of the load; its base and arcp name only the crates that were given */
  constructor(options: ReaderOptions) {
    this.#options = { ...options, base: undefined, arcp: undefined, isKnown: undefined };
    this.#packages = packagesWithSignal(options);
    this.#most = this.#packages.limits?.crates ?? PACKAGE_LIMITS.crates;
  }

  /** Number of crates that were looked for, or will be. */
  get size(): number {
    return this.#targets.size;
  }

  /**
   * Adds what a crate refers to.
   * @param onError receives each reference that cannot be followed
   * @returns paths of crates inside of it that it does not list
   */
  add(
    by: ReferringCrate,
    { all, place, nested }: FoundReferences,
    onError: (id: string, error: unknown) => void,
  ): string[] {
    for (const reference of all)
      try {
        this.#addOne(by, reference, place);
      } catch (error) {
        onError(reference.id, error);
      }
    return nested.filter((path) => place === undefined || !this.#targets.has(`${place.at}/${path}`));
  }

  /** Takes the crates that were added since the last call. */
  take(): Target[] {
    return this.#next.splice(0);
  }

  /** Yields the reading of each target. @param references also find what the targets refer to */
  async *readings(targets: readonly Target[], references: boolean): AsyncGenerator<TargetReading> {
    const options = { ...this.#options, references };
    const archives = new Map<string, Map<string, Target>>();
    const others: Target[] = [];
    for (const target of targets) {
      const [spot] = target.spots;
      if (spot?.kind !== 'member') others.push(target);
      else archives.set(spot.archive, (archives.get(spot.archive) ?? new Map<string, Target>()).set(spot.path, target));
    }
    yield* this.#opened(others, options);
    for (const [archive, members] of archives) yield* this.#members(archive, members, options);
  }

  #addOne(by: ReferringCrate, reference: CrateReference, place: PackagePlace | undefined): void {
    const { id, declared } = reference;
    const spots = spotsOf(reference, place);
    const [spot] = spots;
    if (spot === undefined) {
      if (declared) throw noSpot();
      return;
    }
    const source = sourceOf(spot);
    const known = this.#targets.get(source);
    if (known !== undefined) return void known.referrers.push({ by, id });
    if (this.size >= this.#most) throw limitExceeded('references to crates', `${this.#most} crates`);
    const nested = nestedBase(reference, place, spot);
    const inside = place && insideOf(place, spot);
    const target = { source, spots, declared, nested, inside, from: place?.from, referrers: [{ by, id }] };
    this.#targets.set(source, target);
    this.#next.push(target);
  }

  async *#opened(targets: readonly Target[], options: ReaderOptions): AsyncGenerator<TargetReading> {
    const waiting = new Set<Promise<CratePackage>>();
    const begin = (target: Target): TargetReading => {
      const { spots, from } = target;
      const opening = openFirst(spots, (spot) =>
        spot.kind === 'web' ? packagesFrom(this.#packages, from, spot.address) : this.#packages,
      );
      opening.catch(() => undefined); // not unhandled: it is awaited later
      waiting.add(opening);
      const open = () => (waiting.delete(opening), opening);
      const skip = () =>
        void open()
          .then((opened) => opened.close())
          .catch(() => undefined);
      return { ...readingOf(target, open, options), skip };
    };
    try {
      for (const { reading } of readAhead(targets, { ahead: AHEAD }, begin)) yield reading;
    } finally {
      for (const opening of waiting) void opening.then((opened) => opened.close()).catch(() => undefined);
    }
  }

  /** Opens an archive once for all crates inside of it. */
  async *#members(
    archive: string,
    targets: ReadonlyMap<string, Target>,
    options: ReaderOptions,
  ): AsyncGenerator<TargetReading> {
    const left = new Map(targets);
    const [first] = targets.values();
    let failure: unknown = noSpot();
    try {
      const packages = packagesFrom(this.#packages, first?.from, archive);
      for await (const { path, open } of archiveMembers(archive, new Set(targets.keys()), packages)) {
        const target = left.get(path) as Target;
        left.delete(path);
        yield readingOf(target, open, options);
      }
    } catch (error) {
      if (!(error instanceof CrateError)) throw error;
      failure = error;
    }
    for (const target of left.values()) yield readingOf(target, () => Promise.reject(failure as Error), options);
  }
}

/** A reading that opens its package when it is needed, and then closes it. */
function readingOf(target: Target, open: () => Promise<CratePackage>, options: ReaderOptions): TargetReading {
  const { source: file, nested, inside } = target;
  return {
    target,
    async read(knownBase) {
      const opened = await open();
      try {
        // In full, as nothing is known.
        return (await readCrate(opened, { file, knownBase, nested, inside }, options)) as ReadCrate;
      } finally {
        await opened.close();
      }
    },
    skip: () => undefined,
  };
}

/**
 * Where a crate may be, the best first: in the package, its metadata file, its address; and last its downloads, which
 * are large, and only a snapshot.
 */
function spotsOf({ id, metadata, downloads, declared }: CrateReference, place: PackagePlace | undefined): CrateSpot[] {
  const spot = (iri: string, wanted: WantedSpot) => spotOf(iri, place, wanted) ?? [];
  const own = [spot(id, declared ? 'crate' : 'part')].flat();
  const files = metadata.flatMap((iri) => spot(iri, 'file'));
  const local = own.filter(({ kind }) => kind !== 'web');
  const web = own.filter(({ kind }) => kind === 'web');
  return [...local, ...files, ...web, ...downloads.flatMap((iri) => spot(iri, 'file'))];
}

/** The IRI that a crate in a package has as its base: that by which the other crate names it. */
function nestedBase({ id, metadata }: CrateReference, place: PackagePlace | undefined, spot: CrateSpot) {
  const [own] = place?.folders ?? [];
  if (place === undefined || own === undefined) return undefined;
  if (place.kind === 'web' && own.iri === folderOf(place.at)) return undefined; // its address is the same
  const isBelow = (iri: string) => place.folders.some((folder) => iri.startsWith(folder.iri));
  if (isBelow(id)) return id.endsWith('/') ? id : `${id}/`;
  const file = metadata.find((iri) => isBelow(iri) && spot.kind !== 'web');
  return file === undefined ? undefined : folderOf(file);
}

/** Where in a package a spot is, if it is not a package itself. */
function insideOf(place: PackagePlace, spot: CrateSpot): CrateToRead['inside'] {
  if (spot.kind === 'web' || !isMetadataFileName(lastSegment(spot.path))) return undefined;
  const path =
    spot.kind === 'member' ? spot.path : spot.path.slice(place.at.length).replaceAll('\\', '/').replace(/^\/+/, '');
  return { place, path: path.slice(0, path.lastIndexOf('/') + 1) };
}

import { isFolder } from '../../../base/disk/read-file.js';
import { RDF_ENDINGS_IN_WORDS } from '../../../base/rdf/syntaxes.js';
import { CrateError } from '../../../base/errors.js';
import { packagesWithSignal, type OpenCrateOptions } from '../../../package/open/open-crate.js';
import { readRdf } from '../../../package/open/read-rdf.js';
import { isWebAddress, withoutCredentials } from '../../../package/package-options.js';
import { FATAL_RULES } from '../fatal-rules.js';
import { profileShapes } from './profile-shapes.js';
import type { ShapesLimits } from './run-shapes.js';
import { prepareShapes, type ShapesGraph } from './shapes-graph.js';

/** The choice of `--shapes`: the shapes of the profiles that a crate conforms to. */
export const PROFILE = 'profile';

/** How long the shapes may take for one crate by default: those of RO-Crate take 6 s for 10,000 entities. */
export const SHAPE_SECONDS = 30;

/** What to do about shapes; those of reading RDF name options that only other verbs have. */
const HINTS: Readonly<Partial<Record<string, string>>> = {
  ERR_RDF_SYNTAX: 'correct the file of shapes',
  ERR_UNSUPPORTED: `give the shapes in a file whose name ends in ${RDF_ENDINGS_IN_WORDS}`,
};

/** Shapes for one crate, and why some of them are not available. */
export interface FoundShapes {
  readonly shapes: readonly ShapesGraph[];
  readonly missing: readonly string[];
}

/**
 * Shapes that are read once, for as many crates as are checked with them.
 * @example
 * const shapes = new ShapeSources(['data/shapes/ro-crate.ttl']);
 * for (const crate of ['data/crates/rainfall-survey', 'data/crates/coastal-atlas'])
 *   console.log(crate, (await checkCrate(crate, { shapes })).findings.length);
 */
export class ShapeSources {
  readonly #sources: readonly string[];
  readonly #options: OpenCrateOptions;
  readonly #read = new Map<string, Promise<ShapesGraph[]>>();

  /** How long the shapes may run. */
  readonly limits: ShapesLimits;

  /**
   * @param sources files, addresses, or `profile`
   * @param options `shapeSeconds`: seconds that the shapes may take for one crate, default {@link SHAPE_SECONDS}
   */
  constructor(
    sources: readonly string[],
    {
      contexts,
      packages,
      signal,
      shapeSeconds = SHAPE_SECONDS,
    }: OpenCrateOptions & { readonly shapeSeconds?: number | undefined } = {},
  ) {
    this.#sources = sources;
    this.limits = { seconds: shapeSeconds, signal };
    this.#options = { contexts, packages, signal };
  }

  /** Reads the files and addresses, if only to know that they can be read. @throws CrateError as {@link of} */
  async readFiles(): Promise<ShapesGraph[]> {
    const files = this.#sources.filter((source) => source !== PROFILE);
    const read = await Promise.all(files.map((file) => this.#once(file, () => this.#ofFile(file))));
    return read.flat();
  }

  /**
   * The shapes for a crate. A profile that is not available is no error: it is the business of the
   * profile, not of the crate.
   * @param profiles of the crate, as absolute IRIs
   * @throws CrateError as `readRdf`, ERR_SHAPES_INVALID
   */
  async of(profiles: readonly string[]): Promise<FoundShapes> {
    const shapes = await this.readFiles();
    const missing: string[] = [];
    if (!this.#sources.includes(PROFILE)) return { shapes, missing };
    if (profiles.length === 0) missing.push('the root conforms to no profile');
    for (const profile of profiles)
      try {
        const found = await this.#once(`profile ${profile}`, () => this.#ofProfile(profile));
        for (const one of found) shapes.push(one);
        if (found.length === 0) missing.push(`the profile ${profile} has no shapes`);
      } catch (error) {
        if (!(error instanceof CrateError) || error.code === 'ERR_SHAPES_INVALID') throw error;
        missing.push(`the profile ${profile} cannot be read: ${error.message}`);
      }
    return { shapes, missing };
  }

  async #ofFile(source: string): Promise<ShapesGraph[]> {
    const { contexts } = this.#options;
    if (await isFolder(source))
      throw new CrateError('ERR_USAGE', `${source} is a folder, not a file of shapes`, {
        hint: 'give the RDF file that contains the shapes',
      });
    try {
      return [prepareShapes(await readRdf(source, { contexts, packages: packagesWithSignal(this.#options) }), source)];
    } catch (error) {
      const hint = error instanceof CrateError ? HINTS[error.code] : undefined;
      if (error instanceof CrateError && hint !== undefined)
        throw new CrateError(error.code, error.message, { hint, cause: error, details: error.details });
      // Shapes in broken JSON-LD are no fault of the crate.
      if (!(error instanceof CrateError) || !FATAL_RULES.some(({ codes }) => codes.includes(error.code))) throw error;
      throw new CrateError('ERR_SHAPES_INVALID', error.message, { cause: error, details: error.details });
    }
  }

  async #ofProfile(profile: string): Promise<ShapesGraph[]> {
    if (!isWebAddress(profile)) throw new CrateError('ERR_UNSUPPORTED', 'it is not on the web');
    const packages = withoutCredentials(this.#options.packages); // the crate names it, not the user
    return profileShapes(profile, { ...this.#options, packages });
  }

  #once(key: string, read: () => Promise<ShapesGraph[]>): Promise<ShapesGraph[]> {
    let found = this.#read.get(key);
    if (found === undefined) this.#read.set(key, (found = read()));
    return found;
  }
}

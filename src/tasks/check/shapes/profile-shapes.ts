import type { CrateDocument } from '../../../crate/read/crate-document.js';
import type { CratePackage } from '../../../package/crate-package.js';
import {
  openPackageDocument,
  packagesWithSignal,
  withPackage,
  type OpenCrateOptions,
} from '../../../package/open/open-crate.js';
import { pathOfId } from '../../../package/file-ids.js';
import { readAll } from '../../../package/limits.js';
import { withDefaults } from '../../../package/package-options.js';
import { readRdf } from '../../../package/open/read-rdf.js';
import { syntaxOf, syntaxOfFile, type RdfSyntax } from '../../../base/rdf/syntaxes.js';
import { CheckedCrate } from '../crate/checked-crate.js';
import type { CheckedEntity } from '../crate/checked-entity.js';
import { prepareShapes, type ShapesGraph } from './shapes-graph.js';

const SHACL = /^https?:\/\/www\.w3\.org\/(?:ns\/shacl#?|TR\/(?:\d+\/REC-)?shacl(?:-\d+)?\/?)$/;
const ROLES = /\/role\/(?:validation|constraints?)$/;

/**
 * Reads the shapes of a profile: the RDF files of its crate that conform to SHACL, or that it gives the role of
 * validation (Profiles Vocabulary, which RO-Crate uses for profile crates).
 * @throws CrateError as `openCrateDocument` and `readRdf`, ERR_SHAPES_INVALID
 */
export async function profileShapes(profile: string, options: OpenCrateOptions): Promise<ShapesGraph[]> {
  return withPackage(
    profile,
    async (found) => {
      const document = await openPackageDocument(found, options);
      const files = shapeFiles(document);
      const own = await filesInPackage(files, found);
      const shapes: ShapesGraph[] = [];
      for (const file of files) shapes.push(await readShapeFile(file, own.get(file), options));
      return shapes;
    },
    packagesWithSignal(options),
  );
}

interface ShapeFile {
  readonly entity: CheckedEntity;
  readonly syntax: RdfSyntax;
}

function shapeFiles(document: CrateDocument): ShapeFile[] {
  const crate = new CheckedCrate(document, {});
  const conforming = (entity: CheckedEntity) => entity.references('conformsTo').some(({ iri }) => SHACL.test(iri));
  const found = new Map<string, ShapeFile>();
  for (const entity of crate.entities()) {
    const isDescriptor = entity.has(HAS_ARTIFACT);
    const isShapes =
      conforming(entity) || (isDescriptor && entity.references(HAS_ROLE).some(({ iri }) => ROLES.test(iri)));
    if (!isShapes) continue;
    for (const file of isDescriptor ? crate.targets(entity, HAS_ARTIFACT) : [entity]) {
      const syntax = syntaxOfEntity(file);
      if (syntax !== undefined) found.set(file.iri, { entity: file, syntax });
    }
  }
  return [...found.values()];
}

const HAS_ARTIFACT = 'http://www.w3.org/ns/dx/prof/hasArtifact';
const HAS_ROLE = 'http://www.w3.org/ns/dx/prof/hasRole';

function syntaxOfEntity(file: CheckedEntity): RdfSyntax | undefined {
  const format = file
    .texts('encodingFormat')
    .map(syntaxOf)
    .find((syntax) => syntax !== undefined);
  return format ?? syntaxOfFile(file.iri.replace(/[?#].*$/s, ''));
}

/** The content of those files that are in the package, read in its order, which an archive may need. */
async function filesInPackage(
  files: readonly ShapeFile[],
  found: CratePackage,
): Promise<ReadonlyMap<ShapeFile, Uint8Array>> {
  const contents = new Map<ShapeFile, Uint8Array>();
  const byPath = new Map(files.map((file) => [pathOfId(file.entity.id ?? ''), file]));
  if (found.container === undefined || byPath.size === 0) return contents;
  for await (const { path, content } of found.files()) {
    const file = byPath.get(path);
    if (file !== undefined) contents.set(file, await readAll(content(), withDefaults().limits.metadataBytes, path));
  }
  return contents;
}

async function readShapeFile({ entity, syntax }: ShapeFile, own: Uint8Array | undefined, options: OpenCrateOptions) {
  const { id = '', iri } = entity;
  const { contexts } = options;
  const packages = packagesWithSignal(options);
  const quads =
    own === undefined
      ? await readRdf(iri, { contexts, packages, from: syntax.name })
      : await readRdf('-', {
          contexts,
          base: iri,
          from: syntax.name,
          packages: { ...packages, stdin: onlyChunk(own) },
        });
  return prepareShapes(quads, id);
}

async function* onlyChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

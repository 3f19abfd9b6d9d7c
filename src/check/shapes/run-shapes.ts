import type { DatasetCore, Quad, Term } from '@rdfjs/types';
import { CrateError } from '../../errors.js';
import { RDF_TYPE, RDFS } from '../../rdf/vocabulary.js';
import { SH } from './shape-terms.js';

/** What a shape has found at one node. */
export interface ShapeResult {
  readonly focus: Term;
  /** The property that it looked at, if it is a single one. */
  readonly path: string | undefined;
  readonly value: Term | undefined;
  readonly messages: readonly string[];
  /** IRI of the severity. */
  readonly severity: string;
  /** IRI, or the nearest one around it. */
  readonly shape: string | undefined;
  /** Name of the constraint component, as in `MinCount`. */
  readonly component: string;
}

/** The part of the engine that we use; its own types need packages that we do not have. */
interface Validator {
  validate(data: DatasetCore): Promise<{ readonly results: readonly EngineResult[] }>;
}
interface EngineResult {
  readonly focusNode: Term;
  readonly path: Term | null;
  readonly value: Term | null;
  readonly message: readonly Term[];
  readonly severity: Term;
  readonly sourceShape: Term;
  readonly sourceConstraintComponent: Term;
}

/** The engine gives up silently after some checks of the same node, such as the licence of many files. 0: it never does. */
const ALL_CHECKS = 0;

/**
 * Runs prepared shapes on a graph.
 * @throws CrateError ERR_SHAPES_INVALID if the engine gives up
 */
export async function runShapes(shapes: readonly Quad[], data: readonly Quad[]): Promise<ShapeResult[]> {
  const [{ default: Shacl }, { Store }] = await Promise.all([import('rdf-validate-shacl'), import('n3')]);
  const Engine = Shacl as unknown as new (shapes: DatasetCore, options: object) => Validator;
  const shapesGraph = new Store(shapes as Quad[]) as unknown as DatasetCore;
  const engine = new Engine(shapesGraph, { maxNodeChecks: ALL_CHECKS });
  let results: readonly EngineResult[];
  try {
    ({ results } = await engine.validate(new Store(data as Quad[]) as unknown as DatasetCore));
  } catch (cause) {
    throw new CrateError('ERR_SHAPES_INVALID', `the shapes cannot be run: ${(cause as Error).message}`, { cause });
  }
  return results.map((one) => ({
    focus: one.focusNode,
    path: one.path?.termType === 'NamedNode' ? one.path.value : undefined,
    value: one.value ?? undefined,
    messages: one.message.map(({ value }) => value),
    severity: one.severity.value,
    shape: nameAround(one.sourceShape, shapesGraph),
    component: one.sourceConstraintComponent.value.replace(SH, '').replace(/ConstraintComponent$/, ''),
  }));
}

/** Whether any shape has a target in the data: shapes for another vocabulary find nothing, whatever the crate says. */
export function hasTargets(shapes: readonly Quad[], data: readonly Quad[]): boolean {
  const wanted = { classes: new Set<string>(), properties: new Set<string>() };
  for (const { subject, predicate, object } of shapes) {
    const name = predicate.value.startsWith(SH) ? predicate.value.slice(SH.length) : '';
    if (name === 'targetNode') return true;
    if (name === 'targetClass') wanted.classes.add(object.value);
    if (name === 'targetSubjectsOf' || name === 'targetObjectsOf') wanted.properties.add(object.value);
    if (predicate.value === RDF_TYPE && object.value === `${RDFS}Class`) wanted.classes.add(subject.value);
  }
  return data.some(
    ({ predicate, object }) =>
      wanted.properties.has(predicate.value) ||
      (predicate.value === RDF_TYPE && wanted.classes.has(object.value)) ||
      (predicate.value === `${RDFS}subClassOf` && wanted.classes.has(object.value)),
  );
}

function nameAround(shape: Term, shapes: DatasetCore): string | undefined {
  const seen = new Set<string>();
  let inner: Term | undefined = shape;
  while (inner !== undefined && inner.termType === 'BlankNode' && !seen.has(inner.value)) {
    seen.add(inner.value);
    const [quad] = shapes.match(null, null, inner as Quad['object']);
    inner = quad?.subject;
  }
  return inner?.termType === 'NamedNode' ? inner.value : undefined;
}

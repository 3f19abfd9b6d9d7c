import type { Quad, Term } from '@rdfjs/types';
import { CrateError } from '../../../base/errors.js';
import { quadToNQuads } from '../../../base/rdf/nquads.js';
import { RDF_TYPE, RDFS } from '../../../base/rdf/vocabulary.js';
import { threadCode } from '../../../base/thread-code.js';
import { ThreadPool } from '../../../base/threads/thread-pool.js';
import { SH } from './shape-terms.js';
import type { NotRun } from './shapes-graph.js';

/** A term as a thread sends it. */
export type SentTerm = Pick<Term, 'termType' | 'value'>;

/** What a shape has found at one node. */
export interface ShapeResult {
  readonly focus: SentTerm;
  /** The property that it looked at, if it is a single one. */
  readonly path: string | undefined;
  readonly value: SentTerm | undefined;
  /** Of the shape, or in our words. */
  readonly messages: readonly string[];
  /** Whether the messages are in our words, which name path and value. */
  readonly own: boolean;
  /** IRI of the severity. */
  readonly severity: string;
  /** IRI, or the nearest one around it. */
  readonly shape: string | undefined;
  /** Name of the constraint component, as in `MinCount`. */
  readonly component: string;
}

/** What shapes have found in a graph. */
export interface ShapesAnswer {
  readonly results: readonly ShapeResult[];
  /** SPARQL constraints that cannot be run, and why. */
  readonly notRun: readonly NotRun[];
}

/** What the thread of shapes gets, as N-Quads. */
export interface ShapesRequest {
  readonly shapes: string;
  readonly data: string;
}

/** How long shapes may run. */
export interface ShapesLimits {
  /** Seconds for one crate. */
  readonly seconds: number;
  readonly signal?: AbortSignal | undefined;
}

/**
 * The thread of all shapes of this process: they may never come to an end, which nothing in the same thread can stop.
 */
let thread: ThreadPool<ShapesRequest, ShapesAnswer> | undefined;

/** The lines of shapes that have run: most run on many crates. */
const known = new WeakMap<readonly Quad[], string>();

/**
 * Runs prepared shapes on a graph, in a thread.
 * @throws CrateError ERR_SHAPES_INVALID if the engine gives up; ERR_TIMEOUT, ERR_LIMIT, with the name of the shape
 */
export async function runShapes(
  shapes: readonly Quad[],
  data: readonly Quad[],
  limits: ShapesLimits,
): Promise<ShapesAnswer> {
  thread ??= new ThreadPool({ code: threadCode('shapes-thread') });
  const lines = known.get(shapes) ?? nquadsOf(shapes);
  known.set(shapes, lines);
  const request = { shapes: lines, data: nquadsOf(data) };
  try {
    return await thread.ask(request, { doing: 'reading the shapes', ...limits });
  } catch (error) {
    if (!(error instanceof CrateError) || !/^ERR_(?:TIMEOUT|LIMIT)$/.test(error.code)) throw error;
    const { code, message, details } = error;
    throw new CrateError(code, message, {
      hint: 'simplify the shape, leave it out, or give it more time with --timeout',
      details,
      cause: error,
    });
  }
}

function nquadsOf(quads: readonly Quad[]): string {
  return quads.map(quadToNQuads).join('');
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

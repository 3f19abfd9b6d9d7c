import { addToList } from '../../../base/list-map.js';
import type { Quad, Term } from '@rdfjs/types';
import { CrateError } from '../../../base/errors.js';
import { termId } from '../../../base/rdf/nquads.js';
import { RDF, RDF_TYPE } from '../../../base/rdf/vocabulary.js';
import {
  CONSTRAINTS,
  isNotRun,
  NUMBERS,
  OTHER_LISTS,
  SH,
  SHAPE_LISTS,
  SHAPE_PROPERTIES,
  TARGETS,
} from './shape-terms.js';

const NIL = `${RDF}nil`;
const IMPORTS = 'http://www.w3.org/2002/07/owl#imports';
const SHAPE_TYPES: ReadonlySet<string> = new Set([`${SH}NodeShape`, `${SH}PropertyShape`]);

/** Shapes in each other; the engine looks at them in recursion, several times at each level. */
const DEEPEST = 100;

/** Something that shapes ask for and that is not run. */
export interface NotRun {
  /** As in `sh:sparql`. */
  readonly construct: string;
  /** The shape that has it: an IRI, or the name of the nearest one around it. */
  readonly shape: string;
  /** Why, if it is something that is run elsewhere. */
  readonly reason?: string | undefined;
}

/** Shapes that the engine can run to the end, and what has to be left out for that. */
export interface ShapesGraph {
  readonly quads: readonly Quad[];
  readonly notRun: readonly NotRun[];
}

/**
 * Prepares a shapes graph: an engine would skip what it does not know, follow shapes that contain themselves for ever,
 * and stop in the middle at a malformed list.
 * @param name of the shapes, for errors
 * @throws CrateError ERR_SHAPES_INVALID
 */
export function prepareShapes(quads: readonly Quad[], name: string): ShapesGraph {
  const graph = new GraphOfShapes(quads, name);
  const notRun = quads.flatMap((quad) => graph.notRun(quad) ?? []);
  const isTarget = ({ predicate }: Quad) => TARGETS.has(predicate.value) || predicate.value === `${SH}target`;
  if (!quads.some((quad) => isShapeQuad(quad) || isTarget(quad)) && notRun.length === 0)
    throw graph.invalid('there are no shapes in it');
  for (const quad of quads) graph.check(quad);
  graph.checkRecursion();
  return { quads: quads.filter(({ predicate }) => !isNotRun(predicate.value) && predicate.value !== IMPORTS), notRun };
}

/** Looks around in the quads of shapes. */
class GraphOfShapes {
  readonly #bySubject: ReadonlyMap<string, readonly Quad[]>;
  readonly #name: string;
  /** A node that has the node of the key as a value. */
  readonly #around = new Map<string, Term>();

  constructor(quads: readonly Quad[], name: string) {
    const bySubject = new Map<string, Quad[]>();
    for (const quad of quads) {
      addToList(bySubject, termId(quad.subject), quad);
      if (!this.#around.has(termId(quad.object))) this.#around.set(termId(quad.object), quad.subject);
    }
    this.#bySubject = bySubject;
    this.#name = name;
  }

  notRun({ subject, predicate, object }: Quad): NotRun | undefined {
    const shape = this.#shapeName(subject);
    if (predicate.value === IMPORTS) return { construct: `owl:imports <${object.value}>`, shape };
    if (
      predicate.value === RDF_TYPE &&
      /#(?:SPARQL|JS)?(?:Function|Rule|ConstraintComponent|TargetType)$/.test(object.value)
    )
      return object.value.startsWith(SH) ? { construct: short(object.value), shape } : undefined;
    return isNotRun(predicate.value) ? { construct: short(predicate.value), shape } : undefined;
  }

  /** @throws CrateError ERR_SHAPES_INVALID */
  check({ subject, predicate, object }: Quad): void {
    const { value: property } = predicate;
    const place = () => `${short(property)} of ${this.#shapeName(subject)}`;
    if (SHAPE_LISTS.has(property) || OTHER_LISTS.has(property)) this.#list(object, place());
    else if (property === `${SH}path`) this.#checkPath(subject, object);
    else if (property === `${SH}property` && this.#values(object, `${SH}path`).length === 0)
      throw this.invalid(`${place()} is not a property shape: it has no sh:path`);
    else if (NUMBERS.has(property) && !/^\+?\d+$/.test(object.value))
      throw this.invalid(`${place()} is not a whole number: ${object.value}`);
    else if (property === `${SH}pattern`) this.#checkPattern(subject, object.value, place());
    else if (property === `${SH}nodeKind` && !/#(?:BlankNode|IRI|Literal)(?:Or(?:IRI|Literal))?$/.test(object.value))
      throw this.invalid(`${place()} is not a kind of node: ${object.value}`);
  }

  /** @throws CrateError ERR_SHAPES_INVALID for a shape that is a part of itself */
  checkRecursion(): void {
    const done = new Set<string>();
    const open = new Set<string>();
    const visit = (shape: Term): void => {
      const key = termId(shape);
      if (open.size > DEEPEST)
        throw this.invalid(`${this.#shapeName(shape)} has more than ${DEEPEST} shapes in each other`);
      if (open.has(key))
        throw this.invalid(`the shape ${this.#shapeName(shape)} contains itself, which SHACL leaves open`);
      if (done.has(key)) return;
      open.add(key);
      for (const { predicate, object } of this.#bySubject.get(key) ?? []) {
        if (SHAPE_PROPERTIES.has(predicate.value)) visit(object);
        else if (SHAPE_LISTS.has(predicate.value)) this.#list(object, short(predicate.value)).forEach(visit);
      }
      open.delete(key);
      done.add(key);
    };
    for (const [quad] of this.#bySubject.values()) if (quad !== undefined) visit(quad.subject);
  }

  invalid(reason: string): CrateError {
    return new CrateError('ERR_SHAPES_INVALID', `${this.#name}: ${reason}`, { details: { shapes: this.#name } });
  }

  #values(subject: Term, property: string): Term[] {
    const quads = this.#bySubject.get(termId(subject)) ?? [];
    return quads.filter(({ predicate }) => predicate.value === property).map(({ object }) => object);
  }

  #list(start: Term, place: string): Term[] {
    const items: Term[] = [];
    const seen = new Set<string>();
    for (let node = start; node.value !== NIL;) {
      const firsts = this.#values(node, `${RDF}first`);
      const rests = this.#values(node, `${RDF}rest`);
      const first = firsts[0];
      const rest = rests[0];
      if (first === undefined || rest === undefined || firsts.length + rests.length > 2 || seen.has(termId(node)))
        throw this.invalid(`${place} is not a well-formed list`);
      seen.add(termId(node));
      items.push(first);
      node = rest;
    }
    return items;
  }

  #checkPath(shape: Term, path: Term): void {
    const place = `sh:path of ${this.#shapeName(shape)}`;
    if (this.#values(shape, `${SH}path`).length > 1) throw this.invalid(`${place} has several values`);
    const done = new Set<string>(); // a part that is used twice at each level would be visited 2^50 times
    const visit = (step: Term, depth: number): void => {
      if ((step.termType === 'NamedNode' && step.value !== NIL) || done.has(termId(step))) return;
      if (step.termType === 'Literal' || step.value === NIL || depth > 50) throw this.invalid(`${place} is no path`);
      if (this.#values(step, `${RDF}first`).length > 0) {
        this.#list(step, place).forEach((one) => visit(one, depth + 1));
        done.add(termId(step));
        return;
      }
      const [alternatives] = this.#values(step, `${SH}alternativePath`);
      const inner = alternatives === undefined ? undefined : this.#list(alternatives, place);
      const [inverse] = this.#values(step, `${SH}inversePath`);
      if (inverse !== undefined && inverse.termType !== 'NamedNode')
        throw this.invalid(`${place} is the inverse of a path; only the inverse of a property can be run`);
      const repeated = ['zeroOrMorePath', 'oneOrMorePath', 'zeroOrOnePath'].flatMap((one) =>
        this.#values(step, SH + one),
      );
      const steps = inner ?? [...(inverse === undefined ? [] : [inverse]), ...repeated];
      if (steps.length === 0) throw this.invalid(`${place} is no path`);
      steps.forEach((one) => visit(one, depth + 1));
      done.add(termId(step));
    };
    visit(path, 0);
  }

  #checkPattern(shape: Term, pattern: string, place: string): void {
    const [flags] = this.#values(shape, `${SH}flags`);
    try {
      new RegExp(pattern, flags?.value);
    } catch (cause) {
      throw this.invalid(`${place} is no regular expression: ${(cause as Error).message}`);
    }
  }

  /** The IRI of a shape, or that of the shape around it. */
  #shapeName(shape: Term): string {
    const seen = new Set<string>();
    let node: Term | undefined = shape;
    for (; node !== undefined && node.termType !== 'NamedNode'; node = this.#around.get(termId(node))) {
      if (seen.has(termId(node))) return UNNAMED;
      seen.add(termId(node));
    }
    return node?.value ?? UNNAMED;
  }
}

const UNNAMED = 'a shape without a name';

function isShapeQuad({ predicate, object }: Quad): boolean {
  return CONSTRAINTS.has(predicate.value) || (predicate.value === RDF_TYPE && SHAPE_TYPES.has(object.value));
}

function short(iri: string): string {
  return iri.startsWith(SH) ? `sh:${iri.slice(SH.length)}` : iri;
}

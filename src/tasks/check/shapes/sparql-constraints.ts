import type { DatasetCore, Quad, Quad_Object, Quad_Subject, Term } from '@rdfjs/types';
import { DataFactory } from 'n3';
import type { IriTerm, PropertyPath } from 'sparqljs';
import { SPARQL_JSON } from '../../../base/rdf/row-formats.js';
import { OxigraphEngine } from '../../../store/engine/oxigraph.js';
import { engineText } from '../../../store/engine/engine-text.js';
import { readSparqlJson, termOf, type JsonTerm } from '../../../store/sparql-json.js';
import { BOUND_GRAPH, BOUND_VALUE, boundNode, NotPreBindable, preBind, type PreBoundName } from './pre-bind.js';
import { ShapeValues } from './shape-values.js';

/** What a query finds at a focus node, as the SHACL engine takes it. */
export interface SparqlViolation {
  readonly path?: Term;
  readonly value?: Term;
  readonly message?: string;
}

/** The shape that has a constraint. */
export interface ShapeOfConstraint {
  readonly shapeNode: Term;
  readonly isPropertyShape: boolean;
}

interface Prepared {
  readonly text: string;
  readonly names: readonly PreBoundName[];
  readonly message: string | undefined;
}

const SHAPES_GRAPH = DataFactory.namedNode('urn:x-crategraph:shapes');
const JSON_ROWS = { results_format: SPARQL_JSON };

/** Runs the SPARQL constraints (`sh:sparql`) of shapes on one graph. */
export class SparqlConstraints {
  readonly #shapes: ShapeValues;
  readonly #engine = new OxigraphEngine();
  readonly #prepared = new Map<string, Prepared | undefined>();
  readonly #bound = new Map<string, Quad>();
  readonly #onNotRun: (reason: string, shape: Term) => void;
  #hasShapes = false;

  /** @param data as N-Quads @param onNotRun receives why a constraint is not run, once */
  constructor(shapes: DatasetCore, data: string, onNotRun: (reason: string, shape: Term) => void) {
    this.#shapes = new ShapeValues(shapes);
    this.#engine.load(Buffer.from(data));
    this.#onNotRun = onNotRun;
  }

  /** What a constraint finds at a focus node. */
  violations(focus: Term, constraint: Term, shape: ShapeOfConstraint): SparqlViolation[] {
    const key = JSON.stringify([constraint.termType, constraint.value, shape.shapeNode.value]);
    if (!this.#prepared.has(key)) this.#prepared.set(key, this.#prepare(constraint, shape));
    const prepared = this.#prepared.get(key);
    if (prepared === undefined) return [];
    try {
      return this.#run(prepared, focus, shape);
    } catch (error) {
      this.#prepared.set(key, undefined);
      this.#onNotRun((error as Error).message, shape.shapeNode);
      return [];
    }
  }

  free(): void {
    this.#engine.free();
  }

  #prepare(constraint: Term, { shapeNode, isPropertyShape }: ShapeOfConstraint): Prepared | undefined {
    if (this.#shapes.value(constraint, 'deactivated')?.value === 'true') return undefined;
    const select = this.#shapes.value(constraint, 'select');
    try {
      if (select === undefined) throw new NotPreBindable('it has no sh:select');
      const path = isPropertyShape ? this.#shapes.value(shapeNode, 'path') : undefined;
      const { text, names } = preBind(this.#prefixes(constraint) + select.value, path && this.#path(path));
      return { text: engineText(text), names, message: this.#shapes.value(constraint, 'message')?.value };
    } catch (error) {
      if (!(error instanceof NotPreBindable)) throw error;
      this.#onNotRun(error.message, shapeNode);
      return undefined;
    }
  }

  #run({ text, names, message }: Prepared, focus: Term, shape: ShapeOfConstraint): SparqlViolation[] {
    this.#bind('this', focus);
    if (names.includes('currentShape')) this.#bind('currentShape', ofShapes(shape.shapeNode));
    if (names.includes('shapesGraph')) {
      this.#loadShapes();
      this.#bind('shapesGraph', SHAPES_GRAPH);
    }
    const rows = readSparqlJson(this.#engine.query(text, JSON_ROWS) as string).bindings;
    return rows.map((row): SparqlViolation => {
      const term = (name: string) => (row[name] === undefined ? undefined : termOf(row[name]));
      if (term('failure')?.value === 'true') throw new Error('it reports a failure (?failure)');
      const path = term('path');
      const value = term('value') ?? (shape.isPropertyShape ? undefined : focus);
      const said = term('message')?.value ?? (message && substituted(message, row, focus));
      return {
        ...(path?.termType === 'NamedNode' && { path }),
        ...(value !== undefined && { value }),
        ...(said !== undefined && { message: said }),
      };
    });
  }

  #bind(name: PreBoundName, value: Term): void {
    const earlier = this.#bound.get(name);
    if (earlier !== undefined) this.#engine.delete(earlier);
    const { namedNode, quad } = DataFactory;
    const next = quad(namedNode(boundNode(name)), namedNode(BOUND_VALUE), value as Quad_Object, namedNode(BOUND_GRAPH));
    this.#engine.add(next);
    this.#bound.set(name, next);
  }

  #loadShapes(): void {
    if (this.#hasShapes) return;
    this.#hasShapes = true;
    for (const { subject, predicate, object } of this.#shapes.dataset)
      this.#engine.add(
        DataFactory.quad(ofShapes(subject) as Quad_Subject, predicate, ofShapes(object) as Quad_Object, SHAPES_GRAPH),
      );
  }

  #prefixes(constraint: Term): string {
    let text = '';
    for (const holder of this.#shapes.values(constraint, 'prefixes'))
      for (const declared of this.#shapes.values(holder, 'declare')) {
        const prefix = this.#shapes.value(declared, 'prefix');
        const namespace = this.#shapes.value(declared, 'namespace');
        if (prefix !== undefined && namespace !== undefined) text += `PREFIX ${prefix.value}: <${namespace.value}>\n`;
      }
    return text;
  }

  /** A path of SHACL as one of SPARQL. */
  #path(path: Term): IriTerm | PropertyPath {
    if (path.termType === 'NamedNode') return path as IriTerm;
    const of = (pathType: string, items: readonly Term[]) =>
      ({ type: 'path', pathType, items: items.map((one) => this.#path(one)) }) as PropertyPath;
    for (const [property, sign] of [
      ['inversePath', '^'],
      ['zeroOrMorePath', '*'],
      ['oneOrMorePath', '+'],
      ['zeroOrOnePath', '?'],
    ] as const) {
      const inner = this.#shapes.value(path, property);
      if (inner !== undefined) return of(sign, [inner]);
    }
    const alternatives = this.#shapes.value(path, 'alternativePath');
    return alternatives === undefined ? of('/', this.#shapes.list(path)) : of('|', this.#shapes.list(alternatives));
  }
}

/** A term of the shapes beside the data: their blank nodes are others. */
function ofShapes(term: Term): Term {
  return term.termType === 'BlankNode' ? DataFactory.blankNode(`shapes-${term.value}`) : term;
}

/** A message with the values of its variables: `{?value}`, `{$this}`. */
function substituted(message: string, row: Readonly<Record<string, JsonTerm>>, focus: Term): string {
  return message.replace(/\{[?$](\w+)\}/g, (written, name: string) => {
    const term = row[name] === undefined ? undefined : termOf(row[name]);
    return (name === 'this' ? focus : term)?.value ?? written;
  });
}

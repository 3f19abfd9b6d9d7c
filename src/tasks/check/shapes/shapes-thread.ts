import type { DatasetCore, Quad, Term } from '@rdfjs/types';
import Shacl from 'rdf-validate-shacl';
import { Store } from 'n3';
import { CrateError } from '../../../base/errors.js';
import { parseNQuads } from '../../../base/rdf/parse-rdf.js';
import { serveThread } from '../../../base/threads/serve-thread.js';
import type { SentTerm, ShapesAnswer, ShapesRequest } from './run-shapes.js';
import { SH } from './shape-terms.js';
import type { NotRun } from './shapes-graph.js';
import { SparqlConstraints, type ShapeOfConstraint, type SparqlViolation } from './sparql-constraints.js';
import { ViolationWords } from './violation-words.js';

/** The part of the engine that we use; its own types need packages that we do not have. */
interface Validator {
  validate(data: DatasetCore): Promise<{ readonly results: readonly EngineResult[] }>;
  readonly shapesGraph: {
    readonly shapesWithTarget: readonly EngineShape[];
    getComponentWithParameter(parameter: Pick<Term, 'value'>): EngineComponent;
  };
}
/** What runs a constraint at a focus node: the engine has nothing of its own for SPARQL. */
type Validate = (
  focus: Term,
  value: null,
  constraint: { readonly paramValue: Term; readonly shape: ShapeOfConstraint },
) => SparqlViolation[];
interface EngineComponent {
  validator: object;
  nodeValidationFunction: Validate;
  propertyValidationFunction: Validate;
}
interface EngineShape {
  readonly shapeNode: Term;
  /** What the engine calls first for each shape. */
  getTargetNodes(data: unknown): unknown;
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

/**
 * The engine gives up silently after some checks of the same node, such as the licence of many files. 0: it never does.
 */
const ALL_CHECKS = 0;

const Engine = Shacl as unknown as new (shapes: DatasetCore, options: object) => Validator;

/** Shapes graphs that are kept. */
const MOST_READ = 10;

/** Runs shapes on graphs, one after the other. */
await serveThread<undefined, ShapesRequest, ShapesAnswer>(() => {
  const read = new Map<string, DatasetCore>(); // most shapes run on many crates
  return {
    answer({ shapes, data }, job) {
      const graph = read.get(shapes) ?? datasetOf(shapes);
      read.set(shapes, graph);
      const [oldest = ''] = read.keys();
      if (read.size > MOST_READ) read.delete(oldest);
      return run(graph, data, (doing) => job.note(doing));
    },
  };
});

function datasetOf(nquads: string): DatasetCore {
  return new Store(parseNQuads(nquads)) as unknown as DatasetCore;
}

async function run(shapesGraph: DatasetCore, data: string, onShape: (doing: string) => void): Promise<ShapesAnswer> {
  const nameOf = (shape: Term) => nameAround(shape, shapesGraph);
  const notRun: NotRun[] = [];
  let results: readonly EngineResult[];
  let sparql: SparqlConstraints | undefined;
  const validate: Validate = (focus, _, { paramValue, shape }) => {
    sparql ??= new SparqlConstraints(shapesGraph, data, (reason, of) =>
      notRun.push({ construct: 'sh:sparql', shape: nameOf(of) ?? 'a shape without a name', reason }),
    );
    return sparql.violations(focus, paramValue, shape);
  };
  try {
    const engine = new Engine(shapesGraph, { maxNodeChecks: ALL_CHECKS });
    const component = engine.shapesGraph.getComponentWithParameter({ value: `${SH}sparql` });
    component.validator = {};
    component.nodeValidationFunction = component.propertyValidationFunction = validate;
    for (const shape of engine.shapesGraph.shapesWithTarget) {
      const targets = shape.getTargetNodes.bind(shape);
      shape.getTargetNodes = (graph) => {
        onShape(`the shape ${nameOf(shape.shapeNode) ?? 'without a name'}`);
        return targets(graph);
      };
    }
    ({ results } = await engine.validate(datasetOf(data)));
  } catch (cause) {
    throw new CrateError('ERR_SHAPES_INVALID', `the shapes cannot be run: ${(cause as Error).message}`, { cause });
  } finally {
    sparql?.free();
  }
  const words = new ViolationWords(shapesGraph);
  const found = results.map((one) => {
    const component = one.sourceConstraintComponent.value.replace(SH, '').replace(/ConstraintComponent$/, '');
    const own = !words.hasMessage(one.sourceShape) && component !== 'SPARQL';
    return {
      focus: sent(one.focusNode),
      path: one.path?.termType === 'NamedNode' ? one.path.value : undefined,
      value: one.value === null ? undefined : sent(one.value),
      messages: own ? [words.say(component, one)] : one.message.map(({ value }) => value),
      own,
      severity: one.severity.value,
      shape: nameOf(one.sourceShape),
      component,
    };
  });
  return { results: found, notRun };
}

function sent({ termType, value }: Term): SentTerm {
  return { termType, value };
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

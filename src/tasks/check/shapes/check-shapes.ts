import type { Quad } from '@rdfjs/types';
import { dataFactory } from '../../../base/rdf/data-factory.js';
import { termId } from '../../../base/rdf/nquads.js';
import { SCHEMA, SCHEMA_HTTPS } from '../../../base/rdf/vocabulary.js';
import type { CheckedCrate } from '../crate/checked-crate.js';
import type { CheckedEntity, Fault } from '../crate/checked-entity.js';
import type { Severity } from '../rule.js';
import { hasTargets, runShapes, type SentTerm, type ShapeResult, type ShapesLimits } from './run-shapes.js';
import type { ShapesGraph } from './shapes-graph.js';
import type { ShapeSources } from './shape-sources.js';

/** A place where a crate does not fit a shape (`shape`), or what was asked for and not checked (`shape-not-run`). */
export interface ShapeFinding extends Fault {
  readonly rule: 'shape' | 'shape-not-run';
  readonly severity: Severity;
  /** IRI of the shape, or of the nearest one around it; undefined if none has a name. */
  readonly shape?: string | undefined;
  /** Name of the constraint component, as in `MinCount`. */
  readonly component?: string | undefined;
}

const SEVERITIES: Readonly<Record<string, Severity>> = {
  'http://www.w3.org/ns/shacl#Info': 'note',
  'http://www.w3.org/ns/shacl#Warning': 'warning',
};

/**
 * Runs SHACL shapes on the graph of a crate.
 * @throws CrateError ERR_SHAPES_INVALID, ERR_TIMEOUT with the name of the shape that took too long, and as `readRdf`
 * for shapes that cannot be read
 */
export async function checkShapes(crate: CheckedCrate, sources: ShapeSources): Promise<ShapeFinding[]> {
  const { shapes, missing } = await sources.of(crate.profiles);
  const findings = missing.map((message) => notRun(message));
  if (shapes.length === 0) return findings;
  for (const { construct, shape } of shapes.flatMap((one) => one.notRun))
    findings.push(notRun(`${construct} of ${shape} is not run`, shape));
  const data = await crate.document.orderedQuads(await dataFactory());
  for (const { quads } of shapes)
    for (const one of await found(crate, { shapes: quads, data }, sources.limits)) findings.push(one);
  return findings;
}

async function found(
  crate: CheckedCrate,
  { shapes, data }: { readonly shapes: ShapesGraph['quads']; readonly data: readonly Quad[] },
  limits: ShapesLimits,
) {
  if (!hasTargets(shapes, data)) {
    const scheme = shapes.some(({ object }) => object.value.startsWith(SCHEMA_HTTPS))
      ? `, perhaps because they use ${SCHEMA_HTTPS} and the crate ${SCHEMA}`
      : '';
    return [notRun(`the shapes are about nothing in this crate${scheme}`)];
  }
  const entities = new EntityPlaces(crate);
  const { results, notRun: left } = await runShapes(shapes, data, limits);
  return [
    ...results.map((result) => entities.finding(result)),
    ...left.map(({ construct, shape, reason }) => notRun(`${construct} of ${shape} is not run: ${reason}`, shape)),
  ];
}

function notRun(message: string, shape?: string): ShapeFinding {
  return { rule: 'shape-not-run', severity: 'note', message, shape };
}

/** Finds the places of results in the document. */
class EntityPlaces {
  readonly #crate: CheckedCrate;
  readonly #relative: string;

  constructor(crate: CheckedCrate) {
    this.#crate = crate;
    this.#relative = crate.document.base.root;
  }

  finding({ focus, path, value, messages, own, severity, shape, component }: ShapeResult): ShapeFinding {
    const entity = this.#entity(focus);
    const said = messages[0] ?? `does not fit the shape (${component})`;
    const where = path === undefined || own ? '' : ` (${path})`;
    return {
      rule: 'shape',
      severity: SEVERITIES[severity] ?? 'error',
      message: `${said}${where}${value === undefined || value.value === focus.value ? '' : `: ${this.#written(value)}`}`,
      entity: entity?.id ?? this.#written(focus),
      pointer: path === undefined ? entity?.pointer : entity?.pointerTo(path.replace(SCHEMA_HTTPS, SCHEMA)),
      shape,
      component,
    };
  }

  #entity(focus: SentTerm): CheckedEntity | undefined {
    return focus.termType === 'Literal' ? undefined : this.#crate.entity(termId(focus));
  }

  #written(term: SentTerm): string {
    if (term.termType === 'Literal') return JSON.stringify(term.value);
    const id = this.#entity(term)?.id;
    if (id !== undefined) return id;
    const { value } = term;
    return value.startsWith(this.#relative) && value.length > this.#relative.length
      ? value.slice(this.#relative.length)
      : termId(term);
  }
}

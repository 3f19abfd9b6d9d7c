import { oncePer } from './once-per.js';
import type { CrateView, ViewEntity, ViewValue } from './crate-view.js';
import { entityKind } from './entity-kind.js';
import { entityLabel, identifierLabel } from './entity-label.js';

/** What made what, from what, with what. */
export interface RunGraph {
  /**
   * Whether the crate describes runs, or only a workflow that may run: then its workflows and steps are the actions.
   */
  readonly isPlan: boolean;
  readonly actions: readonly RunAction[];
  /** Everything that went into an action, came out or was used, each once. */
  readonly things: readonly RunThing[];
}

/** Something that happened: the run of a tool, a workflow, an instrument. */
export interface RunAction {
  readonly thing: RunThing;
  /** `CreateAction`, `ControlAction`... */
  readonly type: string;
  readonly inputs: readonly RunThing[];
  readonly outputs: readonly RunThing[];
  /** Tools, workflows, instruments. */
  readonly tools: readonly RunThing[];
  readonly agents: readonly RunThing[];
  /** Other actions that this one started or directed. */
  readonly controls: readonly RunThing[];
  readonly start: string | undefined;
  readonly end: string | undefined;
  readonly status: RunStatus | undefined;
  readonly error: string | undefined;
}

/** How an action ended. */
export type RunStatus = 'completed' | 'failed' | 'active' | 'potential';

/** Something that takes part in a run. */
export interface RunThing {
  /** The entity, as written; of a value without entity, the value. */
  readonly id: string;
  readonly label: string;
  readonly shape: 'action' | 'file' | 'folder' | 'value' | 'thing';
  /** Whether the crate describes it, so that it has a page. */
  readonly isDescribed: boolean;
}

const ACTION = /(?:^|[#/:])((?:Create|Update|Organize|Control|Activate)Action)$/;
const STATUS: readonly (readonly [RegExp, RunStatus])[] = [
  [/Completed/i, 'completed'],
  [/Failed/i, 'failed'],
  [/^(?!.*Potential).*Active/i, 'active'],
  [/Potential/i, 'potential'],
];

/** Whether a crate says anything that a graph of runs shows. */
export const describesRuns = oncePer(({ entities }: CrateView): boolean =>
  entities.some((entity) => actionType(entity) !== undefined || isPlanned(entity)),
);

/** Makes the graph of the runs that a crate describes, in the order of time; without runs, of its workflows. */
export const runGraph = oncePer((view: CrateView): RunGraph => {
  const runs = view.entities.filter((entity) => actionType(entity) !== undefined);
  const isPlan = runs.length === 0;
  const reader = new RunReader(view, isPlan);
  const actions = isPlan
    ? view.entities.filter(isPlanned).map((entity) => reader.plan(entity))
    : inOrderOfTime(runs.map((entity) => reader.run(entity)));
  return { isPlan, actions, things: reader.things() };
});

/** Reads actions; what several of them share is one thing. */
class RunReader {
  readonly #view: CrateView;
  readonly #isAction: (entity: ViewEntity) => boolean;
  readonly #things = new Map<string, RunThing>();

  constructor(view: CrateView, isPlan: boolean) {
    this.#view = view;
    this.#isAction = isPlan ? isPlanned : (entity) => actionType(entity) !== undefined;
  }

  things(): RunThing[] {
    return [...this.#things.values()];
  }

  run(entity: ViewEntity): RunAction {
    const inputs = this.#values(entity, 'object');
    const results = this.#values(entity, 'result');
    const isAction = ({ shape }: RunThing): boolean => shape === 'action';
    return {
      thing: this.#described(entity),
      type: actionType(entity) ?? 'Action',
      inputs: inputs.filter((one) => !isAction(one)),
      outputs: results.filter((one) => !isAction(one)),
      tools: this.#values(entity, 'instrument'),
      agents: [...this.#values(entity, 'agent'), ...this.#values(entity, 'participant')],
      controls: [...inputs, ...results].filter(isAction),
      start: text(entity, 'startTime'),
      end: text(entity, 'endTime'),
      status: status(entity),
      error: text(entity, 'error'),
    };
  }

  /** A workflow or a step of it, with its parameters for what a run would have. */
  plan(entity: ViewEntity): RunAction {
    const isStep = !isWorkflow(entity);
    const tools = isStep ? this.#values(entity, 'workExample') : [];
    const owners = [entity, ...(isStep ? this.#entities(entity, 'workExample') : [])];
    return {
      thing: this.#described(entity),
      type: isStep ? 'Step' : 'Workflow',
      inputs: owners.flatMap((owner) => this.#values(owner, 'input')),
      outputs: owners.flatMap((owner) => this.#values(owner, 'output')),
      tools: [...tools, ...this.#values(entity, 'programmingLanguage')],
      agents: [],
      controls: this.#values(entity, 'step'),
      start: undefined,
      end: undefined,
      status: undefined,
      error: undefined,
    };
  }

  #values(entity: ViewEntity, name: string): RunThing[] {
    const things = valuesByKeyOrIriEnd(entity, name).map((value) => this.#thing(value));
    return [...new Set(things)];
  }

  #entities(entity: ViewEntity, name: string): ViewEntity[] {
    return valuesByKeyOrIriEnd(entity, name).flatMap((value) =>
      'iri' in value ? (this.#view.entity(value.iri) ?? []) : [],
    );
  }

  #thing(value: ViewValue): RunThing {
    if (!('iri' in value)) {
      return this.#kept(`"${value.text}`, { id: value.text, label: value.text, shape: 'value', isDescribed: false });
    }
    const entity = this.#view.entity(value.iri);
    if (entity !== undefined) return this.#described(entity);
    const { reference } = value;
    const shape = reference.endsWith('/') ? 'folder' : 'thing';
    return this.#kept(value.iri, { id: reference, label: identifierLabel(reference), shape, isDescribed: false });
  }

  #described(entity: ViewEntity): RunThing {
    const shape = this.#isAction(entity) ? 'action' : shapeOf(entity);
    return this.#kept(entity.iri, { id: entity.id, label: thingLabel(entity), shape, isDescribed: true });
  }

  #kept(key: string, made: RunThing): RunThing {
    const known = this.#things.get(key);
    if (known === undefined) this.#things.set(key, made);
    return known ?? made;
  }
}

function actionType(entity: ViewEntity): string | undefined {
  return entity.types.map((type) => ACTION.exec(type)?.[1]).find((type) => type !== undefined);
}

function isPlanned(entity: ViewEntity): boolean {
  return isWorkflow(entity) || hasType(entity, 'HowToStep');
}

function isWorkflow(entity: ViewEntity): boolean {
  return hasType(entity, 'ComputationalWorkflow');
}

function hasType(entity: ViewEntity, name: string): boolean {
  return entity.types.some((type) => type === name || /[#/:]([^#/:]*)$/.exec(type)?.[1] === name);
}

function shapeOf(entity: ViewEntity): RunThing['shape'] {
  const kind = entityKind(entity);
  if (kind === 'file' || hasType(entity, 'File')) return 'file';
  if (kind === 'dataset' || hasType(entity, 'Collection')) return 'folder';
  return kind === 'term' ? 'value' : 'thing';
}

/** A parameter is known by its value too: `threshold = 0.5`. */
function thingLabel(entity: ViewEntity): string {
  const value = hasType(entity, 'PropertyValue') ? text(entity, 'value') : undefined;
  return value === undefined ? entityLabel(entity) : `${entityLabel(entity)} = ${value}`;
}

function valuesByKeyOrIriEnd(entity: ViewEntity, name: string): readonly ViewValue[] {
  return entity.properties
    .filter(({ key, iri }) => key === name || iri?.endsWith(`/${name}`) || iri?.endsWith(`#${name}`))
    .flatMap(({ values }) => values);
}

function text(entity: ViewEntity, name: string): string | undefined {
  const [value] = valuesByKeyOrIriEnd(entity, name);
  return value === undefined ? undefined : 'iri' in value ? value.reference : value.text;
}

function status(entity: ViewEntity): RunStatus | undefined {
  const written = text(entity, 'actionStatus');
  if (written !== undefined) return STATUS.find(([pattern]) => pattern.test(written))?.[1];
  return text(entity, 'error') === undefined ? undefined : 'failed';
}

/** Actions without a time keep their place in the document, before those with one. */
function inOrderOfTime(actions: readonly RunAction[]): RunAction[] {
  const time = ({ start, end }: RunAction): number => {
    const at = Date.parse(start ?? end ?? '');
    return Number.isNaN(at) ? 0 : at;
  };
  return [...actions].sort((a, b) => time(a) - time(b));
}

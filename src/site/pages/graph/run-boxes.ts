import { addToList } from '../../../base/list-map.js';
import type { RunAction, RunGraph, RunThing } from '../../view/run-graph.js';
import { fitText } from './fit-text.js';
import type { BoxArrow } from './connected-parts.js';
import type { BoxSize } from './layers.js';
import { timeLine } from './run-words.js';

/** A box of the picture of a run: an action, a thing, or several things that take part in the same actions. */
export interface RunBox extends BoxSize {
  readonly thing: RunThing;
  readonly title: readonly string[];
  /** More lines of an action: its tools, agents, time. */
  readonly lines: readonly string[];
  readonly action: RunAction | undefined;
  /** All things that the box stands for. */
  readonly members: readonly RunThing[];
}

/** An arrow, with the part that the thing plays in the action. */
export interface RunArrow extends BoxArrow {
  readonly role: 'input' | 'output' | 'control';
}

/** What a picture of a run consists of. */
export interface RunBoxes {
  readonly boxes: readonly RunBox[];
  readonly arrows: readonly RunArrow[];
  /** The actions that the picture leaves out. */
  readonly left: number;
}

/** Sizes of the text in boxes, in pixels. */
export const RUN_TEXT = { title: 14, line: 12, titleStep: 18, lineStep: 17, padding: 12 } as const;

/** Titles are bold, and wider. */
const BOLD = 1.1;
const ACTIONS = 100;
/** So many things that take part in the same actions become one box. */
const BUNDLE = 6;
const NOUNS = { action: 'actions', file: 'files', folder: 'folders', value: 'values', thing: 'things' } as const;

/** Makes the boxes of a run; of very many actions, the first ones. */
export function runBoxes({ actions }: Pick<RunGraph, 'actions'>): RunBoxes {
  const drawn = actions.slice(0, ACTIONS);
  const parts = new Map<RunThing, [action: number, role: 'input' | 'output'][]>();
  const take = (thing: RunThing, action: number, role: 'input' | 'output'): void => {
    addToList(parts, thing, [action, role]);
  };
  drawn.forEach(({ inputs, outputs }, number) => {
    for (const thing of inputs) take(thing, number, 'input');
    for (const thing of outputs) take(thing, number, 'output');
  });

  const boxes: RunBox[] = drawn.map(actionBox);
  const arrows: RunArrow[] = [];
  for (const members of bundles(parts)) {
    const box = boxes.push(thingBox(members)) - 1;
    for (const [action, role] of parts.get(members[0]!)!) {
      arrows.push(role === 'input' ? { source: box, target: action, role } : { source: action, target: box, role });
    }
  }
  const places = new Map(drawn.map(({ thing }, number) => [thing, number]));
  drawn.forEach(({ controls }, source) => {
    for (const thing of controls) {
      const target = places.get(thing);
      if (target !== undefined && target !== source) arrows.push({ source, target, role: 'control' });
    }
  });
  return { boxes, arrows, left: actions.length - drawn.length };
}

function bundles(parts: ReadonlyMap<RunThing, readonly (readonly [number, string])[]>): RunThing[][] {
  const groups = new Map<string, RunThing[]>();
  for (const [thing, uses] of parts) {
    const sameness = `${thing.shape} ${uses.join(' ')}`;
    const group = groups.get(sameness);
    if (group === undefined) groups.set(sameness, [thing]);
    else group.push(thing);
  }
  return [...groups.values()].flatMap((group) => (group.length < BUNDLE ? group.map((one) => [one]) : [group]));
}

function actionBox(action: RunAction): RunBox {
  const { thing } = action;
  const width = 264;
  const inner = width - 2 * RUN_TEXT.padding - 6;
  const title = fitText(thing.label, inner / (BOLD * RUN_TEXT.title), 2);
  const lines = actionLines(action).flatMap((line) => fitText(line, inner / RUN_TEXT.line, 1));
  const height = boxHeight(title, lines) + RUN_TEXT.lineStep;
  return { thing, title, lines, action, members: [thing], width, height };
}

/** What the box of an action says below its title, uncut: with which tools, by whom, and when. */
export function actionLines(action: RunAction): string[] {
  const lines = [names('with', action.tools), names('by', action.agents), timeLine(action)];
  return lines.filter((line) => line !== '');
}

function names(word: string, things: readonly RunThing[]): string {
  return things.length === 0 ? '' : `${word} ${things.map(({ label }) => label).join(', ')}`;
}

function thingBox(members: readonly RunThing[]): RunBox {
  const thing = members[0]!;
  const width = 200;
  const text = members.length === 1 ? thing.label : `${members.length.toLocaleString('en')} ${NOUNS[thing.shape]}`;
  const title = fitText(text, (width - 2 * RUN_TEXT.padding - 14) / (BOLD * RUN_TEXT.title), 2);
  return { thing, title, lines: [], action: undefined, members, width, height: boxHeight(title, []) };
}

function boxHeight(title: readonly string[], lines: readonly string[]): number {
  return 2 * RUN_TEXT.padding + title.length * RUN_TEXT.titleStep + lines.length * RUN_TEXT.lineStep - 4;
}

import { addToList } from '../../../base/list-map.js';
import type { RunAction, RunThing } from '../../view/run-graph.js';
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
  /** Of a box at the edge: the page of the actions that it stands for. */
  readonly page?: number;
}

/** An arrow, with the part that the thing plays in the action. */
export interface RunArrow extends BoxArrow {
  readonly role: 'input' | 'output' | 'control';
  /** Whether it leads over the edge of the picture. */
  readonly isCut: boolean;
}

/** What a picture of a run consists of. */
export interface RunBoxes {
  readonly boxes: readonly RunBox[];
  readonly arrows: readonly RunArrow[];
}

/** The actions that a picture shows, and the others. */
export interface RunPage {
  readonly actions: readonly RunAction[];
  /** The actions of the pages before, and those of the pages behind. */
  readonly earlier: readonly RunAction[];
  readonly later: readonly RunAction[];
  readonly page: number;
}

/** Sizes of the text in boxes, in pixels. */
export const RUN_TEXT = { title: 14, line: 12, titleStep: 18, lineStep: 17, padding: 12 } as const;

/** Titles are bold, and wider. */
const BOLD = 1.1;
/** So many things that take part in the same actions become one box. */
const BUNDLE = 6;
/** With more boxes of things, those of a kind that first appear in the same action are one box, or two: those that others use too stay apart. */
const MOST_THINGS = 100;
const NOUNS = { action: 'actions', file: 'files', folder: 'folders', value: 'values', thing: 'things' } as const;

/** Where a thing takes part: in an action of the picture by its number, or in one before or behind it. */
type Place = number | 'earlier' | 'later';

interface Use {
  readonly at: Place;
  readonly role: 'input' | 'output';
}

/** Makes the boxes of some actions of a run; boxes at the edge stand for the actions before and behind them. */
export function runBoxes({ actions, earlier, later, page }: RunPage): RunBoxes {
  const boxes: RunBox[] = [];
  const places = new Map<Place, number>();
  if (earlier.length > 0)
    places.set('earlier', boxes.push(edgeBox(earlier, `${counted(earlier)} before`, page - 1)) - 1);
  actions.forEach((action, number) => places.set(number, boxes.push(actionBox(action)) - 1));
  if (later.length > 0)
    places.set('later', boxes.push(edgeBox(later, `and ${counted(later).replace(' ', ' more ')}`, page + 1)) - 1);

  const arrows = new Map<string, RunArrow>();
  const point = (source: number, target: number, role: RunArrow['role'], isCut: boolean): void => {
    if (source !== target) arrows.set(`${source} ${target} ${role}`, { source, target, role, isCut });
  };
  const uses = usesOf({ actions, earlier, later });
  for (const members of bundles(uses)) {
    const box = boxes.push(thingBox(members)) - 1;
    for (const { at, role } of members.flatMap((thing) => uses.get(thing)!)) {
      const other = places.get(at)!;
      if (role === 'input') point(box, other, role, typeof at === 'string');
      else point(other, box, role, typeof at === 'string');
    }
  }
  const numbers = new Map<RunThing, Place>();
  for (const { thing } of earlier) numbers.set(thing, 'earlier');
  for (const { thing } of later) numbers.set(thing, 'later');
  actions.forEach(({ thing }, number) => numbers.set(thing, number));
  for (const { thing, controls } of [...earlier, ...actions, ...later]) {
    const from = numbers.get(thing)!;
    for (const controlled of controls) {
      const to = numbers.get(controlled);
      const isCut = typeof from === 'string' || typeof to === 'string';
      if (to !== undefined && (typeof from === 'number' || typeof to === 'number'))
        point(places.get(from)!, places.get(to)!, 'control', isCut);
    }
  }
  return { boxes, arrows: [...arrows.values()] };
}

/** The things of some actions, with all actions that they take part in, those of other pages too. */
function usesOf({ actions, earlier, later }: Omit<RunPage, 'page'>): Map<RunThing, Use[]> {
  const uses = new Map<RunThing, Use[]>();
  actions.forEach(({ inputs, outputs }, at) => {
    for (const thing of inputs) addToList(uses, thing, { at, role: 'input' });
    for (const thing of outputs) addToList(uses, thing, { at, role: 'output' });
  });
  const addOutside = (thing: RunThing, at: Place, role: Use['role']): void => {
    const known = uses.get(thing);
    if (known?.some((use) => use.at === at && use.role === role) === false) known.push({ at, role });
  };
  for (const [at, others] of [
    ['earlier', earlier],
    ['later', later],
  ] as const)
    // prettier-ignore
    for (const { inputs, outputs } of others) {
      for (const thing of inputs) addOutside(thing, at, 'input');
      for (const thing of outputs) addOutside(thing, at, 'output');
    }
  return uses;
}

function bundles(uses: ReadonlyMap<RunThing, readonly Use[]>): RunThing[][] {
  const alike = groupsBy(uses, ({ shape }, all) => `${shape} ${all.map(({ at, role }) => `${at} ${role}`).join(' ')}`);
  const exact = alike.flatMap((group) => (group.length < BUNDLE ? group.map((one) => [one]) : [group]));
  if (exact.length <= MOST_THINGS) return exact;
  return groupsBy(uses, ({ shape }, [first, ...more]) => `${shape} ${first!.at} ${first!.role} ${more.length > 0}`);
}

function groupsBy(
  uses: ReadonlyMap<RunThing, readonly Use[]>,
  sameness: (thing: RunThing, uses: readonly Use[]) => string,
): RunThing[][] {
  const groups = new Map<string, RunThing[]>();
  for (const [thing, all] of uses) addToList(groups, sameness(thing, all), thing);
  return [...groups.values()];
}

function counted({ length }: readonly RunAction[]): string {
  return length === 1 ? '1 action' : `${length.toLocaleString('en')} actions`;
}

/** The box of the actions of other pages. */
function edgeBox(actions: readonly RunAction[], text: string, page: number): RunBox {
  const box = thingBox(actions.map(({ thing }) => thing), text); // prettier-ignore
  return { ...box, page };
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

function thingBox(members: readonly RunThing[], text = textOf(members)): RunBox {
  const thing = members[0]!;
  const width = 200;
  const title = fitText(text, (width - 2 * RUN_TEXT.padding - 14) / (BOLD * RUN_TEXT.title), 2);
  return { thing, title, lines: [], action: undefined, members, width, height: boxHeight(title, []) };
}

function textOf(members: readonly RunThing[]): string {
  const thing = members[0]!;
  return members.length === 1 ? thing.label : `${members.length.toLocaleString('en')} ${NOUNS[thing.shape]}`;
}

function boxHeight(title: readonly string[], lines: readonly string[]): number {
  return 2 * RUN_TEXT.padding + title.length * RUN_TEXT.titleStep + lines.length * RUN_TEXT.lineStep - 4;
}

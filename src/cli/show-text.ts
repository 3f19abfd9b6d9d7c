import type { CrateDescription, DescribedProperty, DescribedValue, EntityDescription } from '../site/door.js';
import { localDay } from '../crate/iso-date.js';
import type { Finding } from '../tasks/check/finding.js';
import { sentenceOf } from '../tasks/check/fingerprint.js';
import { shellWord } from '../base/shell-word.js';
import type { Style } from './colours.js';
import { placeFromHere } from './crate-label.js';
import { countsInWords, countsOf } from './print-findings.js';
import { printable } from './printable.js';

/** Where a crate is, and its state. */
export interface ShownPlace {
  /** Of a crate of the store. */
  readonly handle?: string;
  /** RO-Crate version; undefined if the descriptor names none. */
  readonly version: string | undefined;
  /** Attached or detached; undefined for a crate of the store. */
  readonly kind: string | undefined;
  /** Where it is, or was loaded from. */
  readonly sources: readonly string[];
  /** Time of the last load, ISO 8601. */
  readonly loaded?: string | undefined;
  /** Whether it was changed in the store since then. */
  readonly changed?: boolean;
  /** What the rules of RO-Crate find; undefined for standard input. */
  readonly findings: readonly Finding[] | undefined;
  /** Why it could not be checked. */
  readonly unchecked?: string;
}

/** How to show a text. */
export interface Look {
  readonly style: Style;
  /** All values in full, not only some. */
  readonly all: boolean;
}

/** So many values and findings, and characters of a text, are shown unless all are wanted. */
const SHOWN = { values: 5, mentions: 10, findings: 3, types: 5, characters: 400 };
const MARGIN = '  ';

type Line = readonly [label: string, text: string];

/** What a crate is, for people. @param place also has the argument that names the crate */
export function* crateText(
  crate: CrateDescription,
  place: ShownPlace & { readonly argument: string },
  { style, all }: Look,
): Generator<string> {
  const { name, description, iri } = crate;
  yield `${style('bold', name ?? iri)}\n`;
  if (description !== undefined) yield `${MARGIN}${printable(cut(description, all))}\n`;
  yield '\n';
  const lines: Line[] = crate.facts.map((fact) => [fact.key, valuesText(fact, all)]);
  lines.push(
    ['contents', contentsOf(crate, all)],
    ['crate', [`RO-Crate ${place.version ?? 'of an unknown version'}`, place.kind].filter(isText).join(', ')],
  );
  if (place.handle !== undefined) lines.push(['handle', place.handle]);
  const after: Line[] = [['iri', iri], ...placeLines(place), ...checkLines(place, all)];
  yield* aligned([...lines, ...after], style);
}

/** What an entity says and what refers to it, for people. */
export function* entityText(entity: EntityDescription, { style, all }: Look): Generator<string> {
  const { id, iri, name, types, properties, mentions } = entity;
  yield `${style('bold', name ?? id)}\n`;
  const lines: Line[] = [['id', id]];
  if (iri !== id) lines.push(['iri', iri]);
  lines.push(['type', types.join(', ')]);
  for (const property of properties) lines.push([property.key, valuesText(property, all)]);
  yield* aligned(lines, style);
  if (mentions.length === 0) return yield `\nnothing refers to it\n`;
  yield `\n${style('bold', 'referred to by')}\n`;
  const shown = all ? mentions : mentions.slice(0, SHOWN.mentions);
  yield* aligned(
    shown.map((one): Line => [one.key, labelled(one)]),
    style,
  );
  if (shown.length < mentions.length) yield `${MARGIN}and ${mentions.length - shown.length} more (--all shows them)\n`;
}

function* aligned(lines: readonly Line[], style: Style): Generator<string> {
  const width = lines.reduce((most, [label]) => Math.max(most, label.length), 0);
  for (const [label, text] of lines) yield `${MARGIN}${style('dim', label.padEnd(width))}${MARGIN}${printable(text)}\n`;
}

function placeLines({ sources, loaded, changed }: ShownPlace): Line[] {
  const day = loaded === undefined ? '' : `, loaded ${localDay(new Date(loaded))}`;
  const places = sources.map(placeFromHere).join(', ');
  const place: Line[] = places === '' ? [] : [[loaded === undefined ? 'place' : 'source', `${places}${day}`]];
  return changed === undefined
    ? place
    : [...place, ['state', changed ? 'changed in the store since then' : 'as it was loaded']];
}

function checkLines(
  { findings, unchecked, argument }: ShownPlace & { readonly argument: string },
  all: boolean,
): Line[] {
  if (findings === undefined) return [['check', `not done: ${unchecked ?? 'standard input can be read once'}`]];
  const broken = findings.filter(({ severity }) => severity === 'error');
  const more = findings.length === 0 ? '' : `; see \`crategraph check ${shellWord(argument)}\``;
  const shown = all ? broken : broken.slice(0, SHOWN.findings);
  return [
    ['check', `${countsInWords(countsOf(findings))}${more}`],
    ...shown.map((one): Line => ['', `${one.rule}  ${sentenceOf(one)}`]),
  ];
}

function contentsOf({ entities, types }: CrateDescription, all: boolean): string {
  const shown = all ? types : types.slice(0, SHOWN.types);
  const others = types.slice(shown.length).reduce((sum, one) => sum + one.entities, 0);
  const counted = shown.map(({ type, entities: count }) => `${count} ${type}`);
  return `${entities} entities: ${[...counted, ...(others === 0 ? [] : [`${others} of other types`])].join(', ')}`;
}

function valuesText({ values }: DescribedProperty, all: boolean): string {
  const shown = all ? values : values.slice(0, SHOWN.values);
  const text = shown.map((value) => (value.id === undefined ? cut(value.text, all) : labelled(value))).join(', ');
  return shown.length === values.length ? text : `${text}, and ${values.length - shown.length} more`;
}

/** The name of what is referred to, and its identifier where that says more. */
function labelled({ text, id = text }: DescribedValue): string {
  return text === id ? id : `${text} <${id}>`;
}

function cut(text: string, all: boolean): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return all || line.length <= SHOWN.characters ? line : `${line.slice(0, SHOWN.characters).toWellFormed()}…`;
}

function isText(text: string | undefined): text is string {
  return text !== undefined;
}

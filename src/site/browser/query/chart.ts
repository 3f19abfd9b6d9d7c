import { axisTicks, chartColumns, chartPoints, MOST_BARS, type ChartPoint } from './chart-data.js';
import { element, svgElement } from './element.js';
import { prefixedName, type Prefixes } from './names.js';
import type { AnswerTable } from './run-query.js';

/** A chart above a table; `sorted` draws it again for rows in another order. */
export interface ResultChart {
  readonly node: HTMLElement;
  sorted(rows: AnswerTable['rows']): void;
}

const WIDTH = 720;
const HEIGHT = 280;
const BAR = 24;

/**
 * Makes a chart of a table with a column of numbers; undefined for any other table. The table says the same in words.
 */
export function resultChart(table: AnswerTable, prefixes: Prefixes): ResultChart | undefined {
  const { numbers, labels } = chartColumns(table);
  if (numbers.length === 0 || table.rows.length < 2 || table.columns.length < 2) return undefined;
  let { rows } = table;
  const picture = element('div', { class: 'query-chart-picture' });
  const note = element('p', { class: 'quiet small' });
  const kind = choice('Chart', ['bars', 'line']);
  const number = choice('of', numbers);
  const label = choice('by', labels);
  const draw = () => {
    const found = chartPoints(rows, label.select.value, number.select.value);
    const points = found.map((point) => ({ ...point, label: prefixedName(point.label, prefixes) ?? point.label }));
    const title = `${number.select.value} by ${label.select.value}`;
    picture.replaceChildren(kind.select.value === 'line' ? lines(points, title) : bars(points, title));
    const isAll = points.length === rows.length;
    note.textContent = isAll
      ? ''
      : `${String(points.length)} of ${rows.length.toLocaleString('en')} rows: the first ${
          points.length === MOST_BARS ? `${String(MOST_BARS)} ` : ''
        }with a number.`;
  };
  const controls = [kind, number, label];
  for (const { select } of controls) select.addEventListener('change', draw);
  draw();
  const node = element(
    'details',
    { class: 'query-chart' },
    element('summary', {}, 'Chart'),
    element('div', { class: 'fields' }, ...controls.map((control) => control.label)),
    picture,
    note,
  );
  return { node, sorted: (others) => ((rows = others), draw()) };
}

function choice(name: string, values: readonly string[]) {
  const select = element('select', {}, ...values.map((value) => element('option', { value }, value)));
  return { select, label: element('label', {}, name, select) };
}

function frame(height: number, title: string, children: readonly Node[]): SVGElement {
  const attributes = {
    viewBox: `0 0 ${String(WIDTH)} ${String(height)}`,
    role: 'img',
    'aria-label': `Chart: ${title}`,
  };
  return svgElement('svg', attributes, ...children);
}

/** Bars go to the right, so that their labels can be read. */
function bars(points: readonly ChartPoint[], title: string): SVGElement {
  const ticks = axisTicks(points.map(({ number }) => number));
  const left = 230;
  const right = WIDTH - 60;
  const x = scale(ticks, left, right);
  const height = points.length * BAR + 30;
  const grid = ticks.flatMap((tick) => [
    svgElement('line', { class: 'grid', x1: x(tick), x2: x(tick), y1: 0, y2: height - 26 }),
    words(x(tick), height - 8, short(tick), 'middle'),
  ]);
  const rows = points.flatMap(({ label, number }, at) => {
    const y = at * BAR;
    const from = Math.min(x(0), x(number));
    const to = Math.max(x(0), x(number));
    const full = svgElement('title', {}, `${label}: ${number.toLocaleString('en')}`);
    return [
      words(left - 8, y + 16, cut(label, 30), 'end'),
      svgElement('rect', { class: 'bar', x: from, y: y + 3, width: Math.max(to - from, 1), height: BAR - 6 }, full),
      words(to + 6, y + 16, number.toLocaleString('en'), 'start'),
    ];
  });
  return frame(height, title, [...grid, ...rows]);
}

function lines(points: readonly ChartPoint[], title: string): SVGElement {
  const ticks = axisTicks(points.map(({ number }) => number));
  const left = 60;
  const right = WIDTH - 20;
  const top = 12;
  const bottom = HEIGHT - 40;
  const y = scale(ticks, bottom, top);
  const x = (at: number) => left + ((right - left) * at) / Math.max(points.length - 1, 1);
  const grid = ticks.flatMap((tick) => [
    svgElement('line', { class: 'grid', x1: left, x2: right, y1: y(tick), y2: y(tick) }),
    words(left - 8, y(tick) + 4, short(tick), 'end'),
  ]);
  const path = points.map(({ number }, at) => `${at === 0 ? 'M' : 'L'}${x(at).toFixed(1)} ${y(number).toFixed(1)}`);
  const dots = points.map(({ label, number }, at) =>
    svgElement(
      'circle',
      { class: 'dot', cx: x(at), cy: y(number), r: 4 },
      svgElement('title', {}, `${label}: ${number.toLocaleString('en')}`),
    ),
  );
  const every = Math.ceil(points.length / 8);
  const names = points.map(({ label }, at) =>
    at % every === 0 ? words(x(at), bottom + 20, cut(label, 12), at === 0 ? 'start' : 'middle') : '',
  );
  const shownNames = names.filter((name) => name !== '');
  return frame(HEIGHT, title, [
    ...grid,
    svgElement('path', { class: 'line', d: path.join('') }),
    ...dots,
    ...shownNames,
  ]);
}

function scale(ticks: readonly number[], from: number, to: number): (value: number) => number {
  const low = ticks[0] ?? 0;
  const high = ticks.at(-1) ?? 1;
  return (value) => from + ((to - from) * (value - low)) / (high - low);
}

function words(x: number, y: number, text: string, anchor: 'start' | 'middle' | 'end'): SVGElement {
  return svgElement('text', { x, y, 'text-anchor': anchor }, text);
}

function short(number: number): string {
  return number.toLocaleString('en', { notation: 'compact', maximumFractionDigits: 2 });
}

function cut(text: string, length: number): string {
  const characters = [...text];
  return characters.length <= length ? text : `…${characters.slice(1 - length).join('')}`;
}

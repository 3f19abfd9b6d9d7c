import { placeInLayers, type Point } from './layers.js';
import { nameOfSeen } from './fit-text.js';
import { actionLines, RUN_TEXT, type RunBox, type RunBoxes } from './run-boxes.js';
import type { RunLinks } from './run-links.js';
import { STATUS_WORDS } from './run-words.js';

const MARGIN = 8;

/** Draws boxes and arrows as SVG: it needs no script, and its text can be selected and searched. */
export function RunPicture({ boxes, arrows, links }: RunBoxes & { readonly links: RunLinks }) {
  const { width, height, corners, routes } = placeInLayers(boxes, arrows);
  const w = Math.ceil(width + 2 * MARGIN);
  const h = Math.ceil(height + 2 * MARGIN);
  return (
    <svg
      class="run-picture"
      xmlns="http://www.w3.org/2000/svg"
      width={w}
      height={h}
      viewBox={`${-MARGIN} ${-MARGIN} ${w} ${h}`}
      role="group"
      aria-label="What made what; the same is below in words"
    >
      <defs>
        <marker id="run-arrow" viewBox="0 0 8 8" refX="7.5" refY="4" markerWidth="8" markerHeight="8" orient="auto">
          <path class="run-arrow-head" d="M0 0.5 8 4 0 7.5Z" />
        </marker>
      </defs>
      {arrows.map(({ role, isCut }, number) => (
        <path
          class={`run-arrow role-${role}${isCut ? ' is-cut' : ''}`}
          d={curve(routes[number]!)}
          fill="none"
          marker-end="url(#run-arrow)"
        />
      ))}
      {boxes.map((box, number) => (
        <Box box={box} at={corners[number]!} links={links} />
      ))}
    </svg>
  );
}

/** Smooth from point to point, level at each. */
function curve([first, ...rest]: readonly Point[]): string {
  if (first === undefined) return '';
  let last = first;
  let path = `M${spot(first)}`;
  for (const point of rest) {
    const bend = Math.max(Math.abs(point.x - last.x) / 2, point.x < last.x ? 60 : 0);
    path += `C${spot({ x: last.x + bend, y: last.y })} ${spot({ x: point.x - bend, y: point.y })} ${spot(point)}`;
    last = point;
  }
  return path;
}

function spot({ x, y }: Point): string {
  return `${Math.round(x * 10) / 10} ${Math.round(y * 10) / 10}`;
}

interface BoxProps {
  readonly box: RunBox;
  readonly at: Point;
  readonly links: RunLinks;
}

function Box({ box, at, links }: BoxProps) {
  const { thing, members, action, page } = box;
  const state = action?.status === undefined ? '' : ` status-${action.status}`;
  const content = (
    <>
      <title>{tooltip(box)}</title>
      {members.length > 1 && page === undefined && (
        <path class="run-shape run-behind" transform="translate(5 5)" d={outline(box)} />
      )}
      <path class="run-shape" d={outline(box)} />
      {action !== undefined && (
        <path class="run-band" d={`M0 8A8 8 0 0 1 6 0V${box.height}A8 8 0 0 1 0 ${box.height - 8}Z`} />
      )}
      <BoxText box={box} />
    </>
  );
  const [href, label] = linkOf(box, links);
  return (
    <g
      class={`run-box shape-${thing.shape}${state}${page === undefined ? '' : ' is-edge'}`}
      transform={`translate(${spot(at).replace(' ', ',')})`}
    >
      {href === undefined ? (
        content
      ) : (
        <a href={href} aria-label={label}>
          {content}
        </a>
      )}
    </g>
  );
}

/** Where a box leads to, and what it is called. */
function linkOf(box: RunBox, links: RunLinks): readonly [href: string | undefined, label: string] {
  const { thing, members, page, title } = box;
  if (page !== undefined) return [links.page(page), title.join(' ')];
  if (members.length > 1) return ['#run-list', `${title.join(' ')}, listed below`];
  const href = thing.isDescribed ? links.thing(thing.id) : undefined;
  return [href, nameOfSeen([...title, statusLine(box), ...box.lines].join(' '), tooltip(box))];
}

function BoxText({ box }: { readonly box: RunBox }) {
  const { title, lines, action } = box;
  const left = RUN_TEXT.padding + (action === undefined ? (box.thing.shape === 'value' ? 6 : 0) : 6);
  let y = RUN_TEXT.padding + 11;
  const next = (step: number): number => {
    const now = y;
    y += step;
    return now;
  };
  // The spaces keep words apart where the text is read or copied.
  return (
    <>
      {title.map((line) => (
        <>
          <text class="run-title" x={left} y={next(RUN_TEXT.titleStep)} font-size={RUN_TEXT.title}>
            {line}
          </text>{' '}
        </>
      ))}
      {action !== undefined && (
        <>
          <text class="run-status" x={left} y={next(RUN_TEXT.lineStep)} font-size={RUN_TEXT.line}>
            {statusLine(box)}
          </text>{' '}
        </>
      )}
      {lines.map((line) => (
        <>
          <text class="run-line" x={left} y={next(RUN_TEXT.lineStep)} font-size={RUN_TEXT.line}>
            {line}
          </text>{' '}
        </>
      ))}
    </>
  );
}

function tooltip({ thing, members, action }: RunBox): string {
  if (members.length > 1)
    return members
      .slice(0, 20)
      .map(({ label }) => label)
      .join('\n');
  if (action === undefined) return thing.label === thing.id ? thing.label : `${thing.label}\n${thing.id}`;
  const lines = [thing.label, statusLine({ action }), ...actionLines(action), action.error];
  return lines.filter(Boolean).join('\n');
}

function statusLine({ action }: Pick<RunBox, 'action'>): string {
  return [action?.type, action?.status && STATUS_WORDS[action.status]].filter(Boolean).join(', ');
}

/** The outline of a box tells its kind: files have a folded corner, folders a tab, values round ends. */
function outline({ thing: { shape }, width: w, height: h, page }: RunBox): string {
  // An arrow to the left leads to what was before, one to the right to what comes.
  if (page !== undefined) return `M10 0H${w - 10}L${w} ${h / 2}L${w - 10} ${h}H10L0 ${h / 2}Z`;
  if (shape === 'file')
    return `M4 0H${w - 14}L${w} 14V${h - 4}A4 4 0 0 1 ${w - 4} ${h}H4A4 4 0 0 1 0 ${h - 4}V4A4 4 0 0 1 4 0ZM${w - 14} 0V14H${w}`;
  if (shape === 'folder')
    return `M4 0H58L66 7H${w - 4}A4 4 0 0 1 ${w} 11V${h - 4}A4 4 0 0 1 ${w - 4} ${h}H4A4 4 0 0 1 0 ${h - 4}V4A4 4 0 0 1 4 0Z`;
  const r = shape === 'value' ? h / 2 : 8;
  const corner = `A${r} ${r} 0 0 1`;
  return `M${r} 0H${w - r}${corner} ${w} ${r}V${h - r}${corner} ${w - r} ${h}H${r}${corner} 0 ${h - r}V${r}${corner} ${r} 0Z`;
}

import type { Point } from '../../pages/graph/layers.js';
import type { ViewBox } from './view-box.js';

/** What a pointer moves. */
export interface Movable {
  nodeAt(element: Element): Point | undefined;
  moveNode(node: Point, x: number, y: number): void;
  readonly view: ViewBox;
}

/** So far, in pixels, a press becomes a drag; a link that was dragged is not followed. */
const DRAG = 4;

/** Lets a pointer drag nodes and the picture; the wheel zooms with Ctrl, and without it in full screen. */
export function moveWithPointer(svg: SVGSVGElement, { nodeAt, moveNode, view }: Movable): void {
  let press: { readonly node: Point | undefined; readonly x: number; readonly y: number } | undefined;
  let isDrag = false;
  svg.addEventListener('pointerdown', (event) => {
    if (event.button !== 0 || (event.pointerType === 'touch' && !svg.classList.contains('is-zoomed'))) return;
    press = { node: nodeAt(event.target as Element), x: event.clientX, y: event.clientY };
    isDrag = false;
  });
  svg.addEventListener('pointermove', (event) => {
    if (press === undefined) return;
    isDrag ||= Math.hypot(event.clientX - press.x, event.clientY - press.y) > DRAG;
    if (!isDrag) return;
    svg.setPointerCapture(event.pointerId);
    const { x, y } = view.at(event);
    if (press.node !== undefined) moveNode(press.node, x, y);
    else view.pan(event.movementX * view.pixel, event.movementY * view.pixel);
  });
  const end = (): void => void (press = undefined);
  svg.addEventListener('pointerup', end);
  svg.addEventListener('pointercancel', end);
  svg.addEventListener(
    'click',
    (event) => {
      if (isDrag) event.preventDefault();
      isDrag = false;
    },
    true,
  );
  // The browser would drag the link itself.
  svg.addEventListener('dragstart', (event) => event.preventDefault());
  svg.addEventListener('wheel', (event) => {
    if (!event.ctrlKey && !event.metaKey && document.fullscreenElement === null) return;
    event.preventDefault();
    view.zoom(event.deltaY < 0 ? 1.2 : 1 / 1.2, view.at(event));
  });
}

import type { Point } from '../../pages/graph/layers.js';

/** At first, a pixel of the screen is at most so long in the picture. */
const NARROW = 1.2;

/** The part of a picture that is seen. */
export class ViewBox {
  readonly #svg: SVGSVGElement;
  readonly #whole: DOMRect;
  readonly #onZoom: () => void;
  #scale = 1;
  #middle: Point;

  /** @param onZoom called after each change of the scale */
  constructor(svg: SVGSVGElement, onZoom: () => void) {
    this.#svg = svg;
    this.#onZoom = onZoom;
    this.#whole = DOMRect.fromRect(svg.viewBox.baseVal);
    this.#middle = this.#centre();
    // A narrow screen begins with a part, in a size that can be read: the first node and what is around it.
    this.#scale = Math.max(this.pixel / NARROW, 1);
    if (this.#scale > 1) this.#middle = { x: 0, y: 0 };
    this.#apply();
  }

  /** How long a pixel of the screen is in the picture. */
  get pixel(): number {
    return 1 / (this.#svg.getScreenCTM()?.a ?? 1);
  }

  zoom(factor: number, around: Point = this.#middle): void {
    const scale = Math.min(Math.max(this.#scale * factor, 0.5), 12);
    const part = this.#scale / scale;
    this.#scale = scale;
    this.#middle = {
      x: around.x + (this.#middle.x - around.x) * part,
      y: around.y + (this.#middle.y - around.y) * part,
    };
    this.#apply();
    this.#onZoom();
  }

  fit(): void {
    this.#middle = this.#centre();
    this.#scale = 1;
    this.#apply();
    this.#onZoom();
  }

  pan(dx: number, dy: number): void {
    this.#middle = { x: this.#middle.x - dx, y: this.#middle.y - dy };
    this.#apply();
  }

  /** Moves so that a point is seen. */
  show({ x, y }: Point): void {
    const { width, height } = this.#whole;
    const isSeen =
      Math.abs(x - this.#middle.x) < width / this.#scale / 2.1 &&
      Math.abs(y - this.#middle.y) < height / this.#scale / 2.1;
    if (!isSeen) this.#middle = { x, y };
    this.#apply();
  }

  /** Where a place of the screen is in the picture. */
  at(event: MouseEvent): Point {
    return new DOMPoint(event.clientX, event.clientY).matrixTransform(this.#svg.getScreenCTM()!.inverse());
  }

  #centre(): Point {
    const { x, y, width, height } = this.#whole;
    return { x: x + width / 2, y: y + height / 2 };
  }

  #apply(): void {
    const width = this.#whole.width / this.#scale;
    const height = this.#whole.height / this.#scale;
    const corner = [this.#middle.x - width / 2, this.#middle.y - height / 2];
    this.#svg.setAttribute('viewBox', [...corner, width, height].join(' '));
    this.#svg.classList.toggle('is-zoomed', this.#scale > 1);
  }
}

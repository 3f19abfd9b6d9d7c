/** The properties of a style that a saved picture needs: outside of the page there is no style sheet. */
const KEPT = [
  'fill',
  'stroke',
  'stroke-width',
  'stroke-opacity',
  'stroke-linejoin',
  'paint-order',
  'font-family',
  'font-weight',
  'opacity',
  'display',
];

/** Makes an image of what is seen of a picture, in its colours. */
export async function svgImage(svg: SVGSVGElement, format: 'svg' | 'png'): Promise<Blob> {
  const { width, height } = svg.getBoundingClientRect();
  const text = new XMLSerializer().serializeToString(styledCopy(svg, width, height));
  const blob = new Blob([text], { type: 'image/svg+xml' });
  if (format === 'svg') return blob;
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(text)}`;
  await image.decode();
  const canvas = Object.assign(document.createElement('canvas'), { width: 2 * width, height: 2 * height });
  canvas.getContext('2d')!.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) =>
    canvas.toBlob((png) => (png === null ? reject(new Error('The picture is too large for a PNG.')) : resolve(png))),
  );
}

function styledCopy(svg: SVGSVGElement, width: number, height: number): SVGSVGElement {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const copies = copy.querySelectorAll('*');
  svg.querySelectorAll('*').forEach((element, number) => {
    const style = getComputedStyle(element);
    for (const name of KEPT) copies[number]!.setAttribute(name, style.getPropertyValue(name));
  });
  copy.setAttribute('width', String(width));
  copy.setAttribute('height', String(height));
  const ground = document.createElementNS(svg.namespaceURI, 'rect');
  const { x, y, width: w, height: h } = svg.viewBox.baseVal;
  const fill = getComputedStyle(svg.parentElement!).backgroundColor;
  for (const [name, value] of Object.entries({ x: x - w, y: y - h, width: 3 * w, height: 3 * h, fill })) {
    ground.setAttribute(name, String(value));
  }
  copy.prepend(ground);
  // Links of the page lead nowhere from a file.
  for (const link of copy.querySelectorAll('a')) link.removeAttribute('href');
  return copy;
}

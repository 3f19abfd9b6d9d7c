/** The script of the picture of a crate. The picture is there without it. */
import { connectControls, graphPage } from './graph/controls.js';
import { SvgPicture } from './graph/svg-picture.js';

const page = graphPage();
const svg = page?.box.querySelector<SVGSVGElement>('.crate-graph');
if (page && svg) {
  page.box.classList.add('graph-live');
  connectControls(page, new SvgPicture(svg));
}

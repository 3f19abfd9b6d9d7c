/** A picture that the buttons and boxes of the page control. */
export interface Picture {
  /** @param factor above 1: nearer */
  zoom(factor: number): void;
  fit(): void;
  showLabels(isOn: boolean): void;
  /** Hides the nodes of these kinds. */
  hideKinds(kinds: ReadonlySet<string>): void;
  /** Marks the nodes whose label or identifier contains a text, and returns them; an empty text marks none. */
  find(text: string): readonly FoundNode[];
  image(format: 'svg' | 'png'): Promise<Blob>;
}

/** A node that a search found. */
export interface FoundNode {
  readonly label: string;
  readonly href: string;
}

/** The parts of the page around a picture. */
export interface GraphPage {
  readonly section: HTMLElement;
  readonly box: HTMLElement;
}

/** So many of the found nodes are listed. */
const LISTED = 12;

/** Finds the picture of the page; undefined if there is none. */
export function graphPage(): GraphPage | undefined {
  const section = document.querySelector<HTMLElement>('.graph-view');
  const box = section?.querySelector<HTMLElement>('.graph-box');
  return section && box ? { section, box } : undefined;
}

/** Shows the controls of the page and connects them with a picture. */
export function connectControls({ section, box }: GraphPage, picture: Picture): void {
  const said = section.querySelector('.graph-said')!;
  const actions: Record<string, () => void> = {
    in: () => picture.zoom(1.4),
    out: () => picture.zoom(1 / 1.4),
    fit: () => picture.fit(),
    full: () => void (document.fullscreenElement ? document.exitFullscreen() : box.requestFullscreen()),
    svg: () => void save(picture, 'svg'),
    png: () => void save(picture, 'png'),
  };
  for (const button of section.querySelectorAll<HTMLElement>('[data-graph]')) {
    button.addEventListener('click', () => actions[button.dataset['graph']!]?.());
  }
  const keys: Record<string, string> = { '+': 'in', '=': 'in', '-': 'out', '0': 'fit' };
  box.addEventListener('keydown', (event) => {
    const action = event.ctrlKey || event.metaKey || event.altKey ? undefined : keys[event.key];
    if (action !== undefined) actions[action]!();
  });

  const labels = section.querySelector<HTMLInputElement>('.graph-labels')!;
  labels.addEventListener('change', () => picture.showLabels(labels.checked));
  // Browsers keep what was ticked when a page is loaded again.
  if (labels.checked) picture.showLabels(true);

  const kinds = [...section.querySelectorAll<HTMLInputElement>('.graph-kind')];
  const filter = (): void =>
    picture.hideKinds(new Set(kinds.filter(({ checked }) => !checked).map(({ value }) => value)));
  for (const kind of kinds) {
    kind.hidden = false;
    kind.addEventListener('change', filter);
  }
  if (kinds.some(({ checked }) => !checked)) filter();

  const search = section.querySelector<HTMLInputElement>('.graph-search')!;
  const list = section.querySelector<HTMLElement>('.graph-found')!;
  search.addEventListener('input', () => {
    const text = search.value.trim();
    const found = picture.find(text);
    said.textContent = text === '' ? '' : `${found.length.toLocaleString('en')} found`;
    list.replaceChildren(...found.slice(0, LISTED).map(foundItem));
    list.hidden = found.length === 0;
  });
  section.querySelector<HTMLElement>('.graph-tools')!.hidden = false;
}

function foundItem({ label, href }: FoundNode): HTMLElement {
  const link = Object.assign(document.createElement('a'), { href, textContent: label });
  const item = document.createElement('li');
  item.append(link);
  return item;
}

async function save(picture: Picture, format: 'svg' | 'png'): Promise<void> {
  const href = URL.createObjectURL(await picture.image(format));
  Object.assign(document.createElement('a'), { href, download: `crate.${format}` }).click();
  setTimeout(() => URL.revokeObjectURL(href), 10_000);
}

/** Whether a node is what the reader looks for. */
export function matches(text: string, label: string, id: string): boolean {
  const wanted = text.toLowerCase();
  return label.toLowerCase().includes(wanted) || id.toLowerCase().includes(wanted);
}

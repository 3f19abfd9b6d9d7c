/** A picture that the buttons and boxes of the page control. */
export interface Picture {
  /** @param factor above 1: nearer */
  zoom(factor: number): void;
  fit(): void;
  showLabels(isOn: boolean): void;
  /** Hides the nodes of these kinds. */
  hideKinds(kinds: ReadonlySet<string>): void;
  image(format: 'svg' | 'png'): Promise<Blob>;
}

/** The parts of the page around a picture. */
export interface GraphPage {
  readonly section: HTMLElement;
  readonly box: HTMLElement;
}

/** Finds the picture of the page; undefined if there is none. */
export function graphPage(): GraphPage | undefined {
  const section = document.querySelector<HTMLElement>('.graph-view');
  const box = section?.querySelector<HTMLElement>('.graph-box');
  return section && box ? { section, box } : undefined;
}

/** Shows the controls of the page and connects them with a picture. */
export function connectControls({ section, box }: GraphPage, picture: Picture): void {
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

  const labels = section.querySelector<HTMLInputElement>('.graph-labels');
  labels?.addEventListener('change', () => picture.showLabels(labels.checked));
  // Browsers keep what was ticked when a page is loaded again.
  if (labels?.checked === true) picture.showLabels(true);

  const kinds = [...section.querySelectorAll<HTMLInputElement>('.graph-kind')];
  const filter = (): void =>
    picture.hideKinds(new Set(kinds.filter(({ checked }) => !checked).map(({ value }) => value)));
  for (const kind of kinds) {
    kind.hidden = false;
    kind.addEventListener('change', filter);
  }
  if (kinds.some(({ checked }) => !checked)) filter();

  section.querySelector<HTMLElement>('.graph-tools')!.hidden = false;
}

async function save(picture: Picture, format: 'svg' | 'png'): Promise<void> {
  const href = URL.createObjectURL(await picture.image(format));
  Object.assign(document.createElement('a'), { href, download: `crate.${format}` }).click();
  setTimeout(() => URL.revokeObjectURL(href), 10_000);
}

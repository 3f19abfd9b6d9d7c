/** A child of an element: text is never read as HTML. */
export type ElementChild = Node | string;

/** Attributes by name; `true` is an attribute without a value, `false` and undefined are left out. */
export type ElementAttributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** Makes an HTML element. */
export function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: ElementAttributes = {},
  ...children: readonly ElementChild[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(name);
  setAttributes(made, attributes);
  made.append(...children);
  return made;
}

/** Makes an SVG element. */
export function svgElement(name: string, attributes: ElementAttributes = {}, ...children: readonly ElementChild[]) {
  const made = document.createElementNS('http://www.w3.org/2000/svg', name);
  setAttributes(made, attributes);
  made.append(...children);
  return made;
}

/** Makes a button that does something. */
export function actionButton(label: ElementChild, act: () => void, attributes: ElementAttributes = {}) {
  const made = element('button', { type: 'button', ...attributes }, label);
  made.addEventListener('click', act);
  return made;
}

/** The element of the page with an id. The page always has it: both come from the same version. */
export function byId<E extends HTMLElement>(id: string, type: new () => E): E {
  const found = document.getElementById(id);
  if (!(found instanceof type)) throw new Error(`the page has no #${id}`);
  return found;
}

function setAttributes(made: Element, attributes: ElementAttributes): void {
  for (const [key, value] of Object.entries(attributes))
    if (value !== undefined && value !== false) made.setAttribute(key, value === true ? '' : String(value));
}

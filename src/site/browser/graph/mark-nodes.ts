import type { SigmaPicture } from './sigma-picture.js';

/** So many of the marked nodes are listed. */
const LISTED = 12;

/** Marks in a drawn picture what contains the text of a field, while it is typed. */
export function markWhileTyping(section: HTMLElement, picture: SigmaPicture): void {
  const said = section.querySelector('.graph-said')!;
  const search = section.querySelector<HTMLInputElement>('.graph-search')!;
  const list = section.querySelector<HTMLElement>('.graph-tools ~ .graph-found')!;
  search.addEventListener('input', () => {
    const text = search.value.trim();
    const found = picture.find(text);
    said.textContent = text === '' ? '' : `${found.length.toLocaleString('en')} found`;
    list.replaceChildren(
      ...found.slice(0, LISTED).map(({ label, href }) => {
        const item = document.createElement('li');
        item.append(Object.assign(document.createElement('a'), { href, textContent: label }));
        return item;
      }),
    );
    list.hidden = found.length === 0;
  });
}

import { element } from './element.js';

/** Puts a field over the folded groups of ready-made queries: it shows those that have all words of it. */
export function openSavedFilter(box: HTMLElement): void {
  const groups = [...box.querySelectorAll('details')];
  const openBefore = new Map(groups.map((group) => [group, group.open]));
  const field = element('input', { type: 'search', autocomplete: 'off', placeholder: 'Filter' });
  const none = element('p', { class: 'quiet small', role: 'status' });
  let isFiltered = false;
  field.addEventListener('input', () => {
    const words = field.value.toLowerCase().split(/\s+/).filter((word) => word !== ''); // prettier-ignore
    if (!isFiltered) for (const group of groups) openBefore.set(group, group.open);
    isFiltered = words.length > 0;
    for (const group of groups) {
      const items = [...group.querySelectorAll('li')];
      for (const item of items) item.hidden = !words.every((word) => item.textContent.toLowerCase().includes(word));
      group.hidden = items.every((item) => item.hidden);
      group.open = isFiltered ? !group.hidden : openBefore.get(group) === true;
    }
    none.textContent = groups.every((group) => group.hidden) ? 'No query has these words.' : '';
  });
  const label = element('span', { class: 'hidden-text' }, 'Filter the ready-made queries');
  const over = element('label', { class: 'query-saved-filter' }, label, field);
  box.querySelector('h2')?.after(over, none);
}

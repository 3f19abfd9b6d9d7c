/** The script of static previews: filters the entities of the page by what they say. */
const box = document.querySelector<HTMLElement>('.preview-filter');
const input = box?.querySelector('input');
const status = box?.querySelector('[role="status"]');
if (box && input && status) {
  const section = box.parentElement ?? document.body;
  const parts = [...section.querySelectorAll<HTMLElement>('article, tbody tr')];
  const groups = [...section.querySelectorAll<HTMLElement>('section')];
  box.hidden = false;
  input.addEventListener('input', () => {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    let found = 0;
    for (const part of parts) {
      const text = (part.textContent ?? '').toLowerCase();
      part.hidden = !words.every((word) => text.includes(word));
      if (!part.hidden) found += 1;
    }
    for (const group of groups)
      group.hidden = words.length > 0 && group.querySelector('article:not([hidden]), tbody tr:not([hidden])') === null;
    status.textContent =
      words.length === 0 ? '' : `${found.toLocaleString('en')} of ${parts.length.toLocaleString('en')}`;
  });
}
export {};

import { element } from './element.js';

/** Gives the user a file, as a download. */
export function saveFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = element('a', { href: address, download: name, hidden: true });
  document.body.append(link);
  link.click();
  link.remove();
  // The browser has opened the file by then.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

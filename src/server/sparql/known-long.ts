/** Jobs that are remembered, and characters of one. */
const MOST = 1000;
const LONGEST = 10_000;

/** The jobs that took long the last time, by their text. Many who ask something that takes long ask the same again. */
export class KnownLong {
  /** The one that was seen longest ago comes first. */
  readonly #keys = new Set<string>();

  has(key: string): boolean {
    return this.#keys.has(key);
  }

  add(key: string): void {
    if (key.length > LONGEST) return;
    this.#keys.delete(key);
    this.#keys.add(key);
    const [oldest = ''] = this.#keys;
    if (this.#keys.size > MOST) this.#keys.delete(oldest);
  }

  delete(key: string): void {
    this.#keys.delete(key);
  }
}

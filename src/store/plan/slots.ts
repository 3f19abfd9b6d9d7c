/** Numbers the variables of a query. */
export class Slots {
  readonly #names: string[] = [];

  /** A new slot; `name` is for people. */
  add(name: string): number {
    return this.#names.push(name) - 1;
  }

  name(slot: number): string {
    return this.#names[slot] ?? '';
  }
}

/** The variables of a query or subquery. */
export class SlotScope {
  readonly slots: Slots;
  readonly #own = new Map<string, number>();

  constructor(slots: Slots) {
    this.slots = slots;
  }

  slot(name: string): number {
    let slot = this.#own.get(name);
    if (slot === undefined) this.#own.set(name, (slot = this.slots.add(name)));
    return slot;
  }

  /** The scope of a subquery: it shares the variables that it selects. */
  inner(shared: Iterable<string>): SlotScope {
    const scope = new SlotScope(this.slots);
    for (const name of shared) scope.#own.set(name, this.slot(name));
    return scope;
  }
}

import type { Fault } from './fault.js';
import { FEATURE_NAMES, generate, printed, type Recipe } from './generate.js';
import { judge, type Verdict } from './judge.js';

/** After so many distinct faults, the next ones are not minimised. */
const ENOUGH = 60;

/** A fault with the smallest set of features that causes it. */
export interface Found {
  readonly kind: Fault['kind'];
  readonly recipe: Recipe;
  readonly detail: string;
  /** The number of documents with the fault. */
  times: number;
}

/** The results of the documents with one feature. */
interface Row {
  alone: number;
  aloneOk: number;
  combined: number;
  combinedOk: number;
  readonly repairs: Set<string>;
}

/** The results of a run over many documents. */
export class Torture {
  readonly found: Found[] = [];
  readonly judges = { jsonld: 0, oxigraph: 0, none: 0 };
  documents = 0;
  illegal = 0;
  readonly #rows = new Map<string, Row>(
    FEATURE_NAMES.map((name) => [name, { alone: 0, aloneOk: 0, combined: 0, combinedOk: 0, repairs: new Set() }]),
  );

  /** Judges the next documents. */
  async take(recipes: Iterator<Recipe>, count: number): Promise<void> {
    for (let index = 0; index < count; index += 1) {
      const { value, done } = recipes.next();
      if (done !== true) await this.add(value as Recipe);
    }
  }

  /** Judges one document. */
  async add(recipe: Recipe): Promise<void> {
    const verdict = await verdictOf(recipe);
    this.documents += 1;
    this.judges[verdict.judge] += 1;
    if (!verdict.legal) this.illegal += 1;
    const guilty = new Set<string>();
    for (const { kind } of verdict.faults)
      for (const name of (await this.#smallest(kind, recipe)).recipe.features) guilty.add(name);
    const alone = recipe.features.length === 1;
    for (const name of recipe.features) {
      const row = this.#rows.get(name) as Row;
      row[alone ? 'alone' : 'combined'] += 1;
      if (!guilty.has(name)) row[alone ? 'aloneOk' : 'combinedOk'] += 1;
      if (alone) for (const repair of verdict.repairs) row.repairs.add(repair);
    }
  }

  /** Returns a table of features and verdicts. */
  table(): string {
    const lines = [...this.#rows].map(([name, { alone, aloneOk, combined, combinedOk, repairs }]) =>
      [
        name.padEnd(52),
        `${aloneOk}/${alone}`.padStart(7),
        `${combinedOk}/${combined}`.padStart(9),
        ` ${[...repairs].join(', ')}`,
      ].join(' '),
    );
    return [`${'feature'.padEnd(52)}   alone  combined  repairs`, ...lines].join('\n');
  }

  /**
   * Lists the faults, each with its smallest recipe.
   * @param from skips earlier faults
   * @param isDecided skips accepted faults
   */
  faults(from = 0, isDecided: (found: Found) => boolean = () => false): string {
    return this.found
      .slice(from)
      .filter((found) => !isDecided(found))
      .map(
        ({ kind, recipe, detail, times }) =>
          `${kind} (${times} documents): TORTURE='${printed(recipe)}'\n${detail.slice(0, 1500)}`,
      )
      .join('\n\n');
  }

  /** Returns the fault with the fewest features that cause it, or a matching one from an earlier document. */
  async #smallest(kind: Fault['kind'], recipe: Recipe): Promise<Found> {
    const known = this.found.find(
      (found) => found.kind === kind && found.recipe.features.every((name) => recipe.features.includes(name)),
    );
    if (known !== undefined) {
      known.times += 1;
      return known;
    }
    let smallest = recipe;
    if (this.found.length >= ENOUGH) return this.#record(kind, recipe);
    for (const features of [...recipe.features.map((name) => [name]), ...pairs(recipe.features)]) {
      if (features.length < smallest.features.length && (await shows(kind, { ...recipe, features })))
        smallest = { ...recipe, features };
    }
    for (const name of smallest.features.length > 2 ? recipe.features : []) {
      const fewer = { ...recipe, features: smallest.features.filter((one) => one !== name) };
      if (await shows(kind, fewer)) smallest = fewer;
    }
    return this.#record(kind, smallest);
  }

  async #record(kind: Fault['kind'], recipe: Recipe): Promise<Found> {
    const detail = (await verdictOf(recipe)).faults.find((fault) => fault.kind === kind)?.detail ?? '';
    const found = { kind, recipe, detail, times: 1 };
    this.found.push(found);
    return found;
  }
}

/** Judges the document of a recipe. */
export function verdictOf(recipe: Recipe): Promise<Verdict> {
  return judge(generate(recipe), recipe.seed);
}

async function shows(kind: Fault['kind'], recipe: Recipe): Promise<boolean> {
  return (await verdictOf(recipe)).faults.some((fault) => fault.kind === kind);
}

function pairs(names: readonly string[]): string[][] {
  return names.flatMap((one, index) => names.slice(index + 1).map((other) => [one, other]));
}

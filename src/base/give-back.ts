/** Gives back what this process has taken from others, such as the right to write. @returns whether it could */
export type GiveBack = () => Promise<boolean>;

const taken = new Set<GiveBack>();

/** Registers what has to be given back if a signal ends the process first. @returns removes it again */
export function giveBackAtSignal(work: GiveBack): () => void {
  taken.add(work);
  return () => void taken.delete(work);
}

/** Gives back all that is registered; undefined if nothing is. @returns whether it could */
export function giveBackAll(): Promise<boolean> | undefined {
  if (taken.size === 0) return undefined;
  const works = [...taken];
  taken.clear();
  return Promise.all(works.map((work) => work())).then((done) => !done.includes(false));
}

/** Writes small crates that differ, in folders of 1,000. */
export function writeTinyCrates(folder: string, count: number): void;

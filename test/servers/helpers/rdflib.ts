import { withPython, type RunPython } from './python.js';

/** Runs a test with rdflib, as `withPython` does. */
export function withRdflib(work: (runRdflib: RunPython) => Promise<void>): Promise<void> {
  return withPython(['rdflib'], work);
}

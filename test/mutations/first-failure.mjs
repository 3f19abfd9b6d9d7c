import process from 'node:process';
import { TestEnvironment } from 'jest-environment-node';

/** Ends the run at the first test that fails: then a mutant is caught, and nobody needs the rest. */
export default class extends TestEnvironment {
  handleTestEvent({ name }) {
    if (name === 'test_fn_failure' || name === 'hook_failure') process.exit(1);
  }
}

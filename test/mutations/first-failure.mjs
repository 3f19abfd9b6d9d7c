import process from 'node:process';
import { TestEnvironment } from 'jest-environment-node';

/** Ends the run at the first failing test: it kills the mutant, so the remaining tests are not needed. */
export default class extends TestEnvironment {
  handleTestEvent({ name }) {
    if (name === 'test_fn_failure' || name === 'hook_failure') process.exit(1);
  }
}

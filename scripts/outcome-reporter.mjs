import { writeFileSync } from 'node:fs';

/**
 * Writes what the report of the tests leaves out into the file that TEST_OUTCOME names: what failed outside of any test,
 * and the tests that passed only when they were tried again.
 */
export default class {
  flaky = [];

  onTestCaseResult(test) {
    if (test.diagnostic()?.flaky) this.flaky.push(`${test.module.relativeModuleId} › ${test.fullName}`);
  }

  onTestRunEnd(_modules, errors) {
    const outside = errors.map(({ name, message }) => `${name}: ${message}`);
    writeFileSync(process.env.TEST_OUTCOME, JSON.stringify({ outside, flaky: this.flaky }));
  }
}

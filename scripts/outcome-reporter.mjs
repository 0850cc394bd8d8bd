import { writeFileSync } from 'node:fs';

/**
 * Writes what the test report leaves out into the file named by TEST_OUTCOME: failures outside of any test, and the
 * tests that passed only on retry.
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

import { writeFileSync } from 'node:fs';

/**
 * Writes what the test report leaves out into the file named by TEST_OUTCOME: failures outside of any test, such as in
 * what opens a company for several.
 */
export default class {
  outside = [];

  onTestSuiteResult(suite) {
    this.#note(`${suite.module.relativeModuleId} › ${suite.fullName}`, suite.errors());
  }

  onTestModuleEnd(module) {
    this.#note(module.relativeModuleId, module.errors());
  }

  onTestRunEnd(_modules, errors) {
    this.#note('', errors);
    writeFileSync(process.env.TEST_OUTCOME, JSON.stringify({ outside: this.outside }));
  }

  #note(where, errors) {
    const told = errors.map(({ name, message, stack }) => `${where} ${stack ?? `${name}: ${message}`}`.trimStart());
    this.outside.push(...told);
  }
}

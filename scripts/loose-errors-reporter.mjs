import { writeFileSync } from 'node:fs';

/** Tells what failed outside of any test, which the report of the tests leaves out: into the file that LOOSE_ERRORS names. */
export default class {
  onTestRunEnd(_modules, errors) {
    writeFileSync(process.env.LOOSE_ERRORS, JSON.stringify(errors.map(({ name, message }) => `${name}: ${message}`)));
  }
}

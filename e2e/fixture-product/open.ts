import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { openProduct, type Product } from '../product.ts';

/** Starts the product with record types that only tests have, on the server and in its pages. */
export async function openFixtureProduct(): Promise<Product> {
  // apart: a build among tests would be one of a development version
  await promisify(execFile)(process.execPath, ['--no-warnings', 'e2e/fixture-product/bundle.ts'], {
    cwd: fileURLToPath(new URL('../../', import.meta.url)),
    env: { ...process.env, NODE_ENV: 'production' },
  });
  return openProduct({ entry: 'e2e/fixture-product/server.ts' });
}

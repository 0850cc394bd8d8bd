import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { openProduct, type Product } from '../product.ts';

/** Starts the product with test-only record types, on the server and in its pages. */
export async function openFixtureProduct(): Promise<Product> {
  // in a separate process: a build inside tests would be a development build
  await promisify(execFile)(process.execPath, ['--no-warnings', 'e2e/fixture-product/bundle.ts'], {
    cwd: fileURLToPath(new URL('../../', import.meta.url)),
    env: { ...process.env, NODE_ENV: 'production' },
  });
  return openProduct({ entry: 'e2e/fixture-product/server.ts' });
}

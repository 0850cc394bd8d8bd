import { StartError, type loadConfig } from '#server/platform/config.ts';
import { attachEmbedded, startEmbedded } from '#server/platform/database/embedded/embedded-database.ts';
import type { EmbeddedLog } from '#server/platform/database/embedded/server-process.ts';

/** For commands: only what needs attention, one line each. */
export const commandLog: EmbeddedLog = {
  info: () => undefined,
  warn: (_fields, message) => console.error(message),
  error: (_fields, message) => console.error(message),
};

/** Runs a command; an expected refusal is reported in one line, and any failure exits with code 1. */
export async function runCommand(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    console.error(error instanceof StartError ? error.message : error);
    process.exitCode = 1;
  }
}

/**
 * Uses the database of a running application if there is one, else starts the database for the duration of the command.
 */
export async function withOwnerUrl(
  { dataDir, migrationDatabaseUrl }: ReturnType<typeof loadConfig>,
  work: (ownerUrl: string) => Promise<void>,
): Promise<void> {
  const known = migrationDatabaseUrl ?? (await attachEmbedded(dataDir))?.ownerUrl;
  if (known) return work(known);
  const database = await startEmbedded({ dataDir, log: commandLog, existing: true });
  try {
    await work(database.ownerUrl);
  } finally {
    await database.stop('fast');
  }
}

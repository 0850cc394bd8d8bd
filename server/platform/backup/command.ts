import { StartError } from '#server/platform/config.ts';
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

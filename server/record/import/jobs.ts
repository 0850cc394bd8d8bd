import type { Services } from '#server/platform/services.ts';
import { runImport } from '#server/record/import/run.ts';
import { undoImport } from '#server/record/import/undo.ts';

/** Imports run as jobs: at least once each, and every row once (security D4, D12). */
export function defineImportJobs(services: Services): void {
  services.jobs.define<{ importId: number }>('import.run', ({ importId }, context) =>
    runImport(services, importId, context),
  );
  services.jobs.define<{ importId: number }>('import.undo', ({ importId }, context) =>
    undoImport(services, importId, context),
  );
}

import { managePage } from '#web/modules/manage-page.ts';

/** Parts of the person centre that belong to other modules, below its own. */
export const personParts = [managePage(() => import('#web/modules/admin/programs/own-programs.tsx'), 'OwnPrograms')];

import type { MessageKey } from '#shared/i18n/translate.ts';

/** The parts of the page in their order: the end of the address, and what each is for. */
export const operationParts = [
  { key: 'health', title: 'operation.health', says: 'find.health_part' },
  { key: 'sessions', title: 'operation.sessions', says: 'find.sessions_part' },
  { key: 'jobs', title: 'operation.jobs', says: 'find.jobs_part' },
  { key: 'storage', title: 'operation.storage', says: 'find.storage_part' },
  { key: 'backups', title: 'operation.backups', says: 'find.backups_part' },
  { key: 'archive', title: 'operation.archive', says: 'find.archive_part' },
  { key: 'erasure', title: 'operation.erasure', says: 'find.erasure_part' },
] as const satisfies readonly { readonly key: string; readonly title: MessageKey; readonly says: MessageKey }[];
export type OperationPart = (typeof operationParts)[number]['key'];

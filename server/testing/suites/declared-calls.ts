import { can, type Capability } from '#shared/record/capabilities/capability.ts';
import type { NamedCall } from '#shared/record/capabilities/call-paths.ts';
import type { RecordType } from '#shared/record/record-type.ts';

/** What a type has to be able to do to have a call; null for those that all have. */
export const neededFor: Readonly<Record<NamedCall, Capability | null>> = {
  save: null,
  list: null,
  read: null,
  editField: null,
  sums: null,
  childCounts: null,
  remove: 'delete',
  recycled: 'delete',
  restore: 'delete',
  purge: 'delete',
  followUp: 'followUps',
  followUps: 'followUps',
  transfer: 'transfer',
  members: 'team',
  addMembers: 'team',
  updateMembers: 'team',
  removeMembers: 'team',
  template: 'import',
  preview: 'import',
  upload: 'import',
  superUpload: 'import',
  exportChosen: 'export',
  exportAll: 'export',
  mergePreview: 'merge',
  merge: 'merge',
  similar: 'duplicates',
  board: 'board',
  print: 'print',
};

export function declares(type: RecordType, call: NamedCall): boolean {
  const needed = neededFor[call];
  return needed === null || can(type, needed);
}

/** How the calls of a record type are named behind its family, unless it has names of its own (`RecordType.paths`). */
const usualPaths = {
  save: 'addOrUpdate',
  list: 'queryPageList',
  read: 'queryById',
  remove: 'deleteByIds',
  followUp: 'addRecord',
  followUps: 'getRecord',
  template: 'downloadExcel',
  preview: 'previewExcel',
  upload: 'uploadExcel',
  superUpload: 'superUploadExcel',
  exportChosen: 'batchExportExcel',
  exportAll: 'allExportExcel',
  transfer: 'transfer',
  members: 'getMembers',
  addMembers: 'addMembers',
  updateMembers: 'updateMembers',
  removeMembers: 'deleteMembers',
  editField: 'updateFieldByIds',
  sums: 'querySums',
  board: 'queryBoard',
  recycled: 'queryRecyclePageList',
  restore: 'restoreByIds',
  purge: 'deleteByIdsReal',
  mergePreview: 'queryMergePreview',
  /** With the noun of the family, such as `mergeCustomer`. */
  merge: 'merge',
  similar: 'querySimilar',
  childCounts: 'queryChildCounts',
  print: 'generatePDF',
} as const;
export type NamedCall = keyof typeof usualPaths;

interface Named {
  readonly family: string;
  readonly paths?: Readonly<Partial<Record<NamedCall, string>>>;
}

export const callPath = (type: Named, call: NamedCall): string =>
  `${type.family}/${type.paths?.[call] ?? usualName(type, call)}`;

const usualName = ({ family }: Named, call: NamedCall): string =>
  call === 'merge' ? `${usualPaths.merge}${family.replace(/^[A-Z][a-z]+/, '')}` : usualPaths[call];

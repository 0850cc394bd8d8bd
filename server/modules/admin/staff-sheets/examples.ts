import { nextNumber } from '#server/route-table/example-parts.ts';
import type { Examples } from '#server/route-table/table.ts';

/** A sheet of one person who is not here yet. */
const freshSheet = () => ({
  name: '员工.csv',
  content: Buffer.from(`姓名,手机号,部门,角色\n新同事,136${String(nextNumber()).padStart(8, '0')},新部门,\n`),
});

export const staffSheetExamples: Examples = {
  'system/user/previewExcel': () => ({ body: { roleIds: '9' }, file: freshSheet() }),
  'system/user/uploadExcel': () => ({ body: { roleIds: '9' }, file: freshSheet() }),
};

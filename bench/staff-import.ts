import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { importStaff } from '#server/modules/admin/staff-sheets/import.ts';
import { undoImport } from '#server/modules/admin/staff-sheets/undo.ts';
import { withClient } from '#server/platform/database/embedded/connection.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { cellText } from '#server/platform/sheets/cell.ts';
import { administratorLimits } from '#server/platform/sheets/limits.ts';
import { readSheet } from '#server/platform/sheets/read-sheet.ts';
import type { WorkbookColumn } from '#server/platform/sheets/workbook-options.ts';
import { writeWorkbook } from '#server/platform/sheets/workbook-writer.ts';
import { inCompany } from './company.ts';
import { copyIn } from './copy-in.ts';
import type { Report } from './report.ts';
import { median, timed } from './timing.ts';

const administrator = 3;
const salesRole = 11;
const people = 5000;
const departments = 400;
/** Of each department, the first is the superior of the others. */
const perDepartment = people / departments;
const rounds = 3;

/** A sheet of staff and the departments they are in, beside reading it and copying as many rows into plain tables. */
export const benchStaffImport = (report: Report): Promise<void> =>
  inCompany(async ({ application, ownerUrl }) => {
    const { services } = application;
    const { db } = services.pool;
    const folder = mkdtempSync(join(tmpdir(), 'jianye-staff-bench-'));
    let [last, undone] = [0, 0];
    const taken = { act: [] as number[], plain: [] as number[] };
    await withClient(ownerUrl, async (owner) => {
      // the company was written with numbers of its own
      await owner.query(`
        select setval(pg_get_serial_sequence('app_user', 'user_id'), (select max(user_id) from app_user)),
          setval(pg_get_serial_sequence('department', 'dept_id'), (select max(dept_id) from department));
        create table bench_app_user (like app_user including all);
        create table bench_department (like department including all);
        create table bench_user_role (like user_role including all)`);
      for (let round = 0; round <= rounds; round += 1) {
        await owner.query('truncate bench_app_user, bench_department, bench_user_role');
        const path = join(folder, `staff-${round}.xlsx`);
        await writeSheet(path, round);
        const upload = uploadOf(path);
        const plain = await timed(() => copySheet(owner, path));
        const actor = await services.gate.actorFor(db, administrator);
        const act = await timed(async () => {
          const { counts, importId } = await importStaff(services, actor, upload, { roleIds: [salesRole] });
          if (counts.new !== people || counts.departments !== departments || counts.refused > 0)
            throw new Error(`not all of it was imported: ${JSON.stringify(counts)}`);
          last = importId ?? 0;
        });
        // the first round warms up
        if (round === 0) continue;
        taken.act.push(act);
        taken.plain.push(plain);
      }
      const actor = await services.gate.actorFor(db, administrator);
      undone = await timed(async () => {
        const { removedSize } = await inTransaction(db, (trx) => undoImport(trx, actor, last));
        if (removedSize !== people) throw new Error(`${removedSize} people of the import were removed`);
      });
    }).finally(() => rmSync(folder, { recursive: true, force: true }));
    const [act, plain] = [median(taken.act), median(taken.plain)];
    const than = 'reading the sheet and a COPY of as many people, departments and roles';
    report.atMost('import of a sheet of staff', people, act / plain, { than, limit: 4 });
    report.note(
      `Milliseconds: import ${act.toFixed(0)}, reading and COPY ${plain.toFixed(0)}, undo of the import ${undone.toFixed(0)}.`,
    );
  });

const headings = ['工号', '姓名', '性别', '手机', '部门', '职务', '直属上级'];
const phoneOf = (round: number, at: number): string => `135${round}${String(at).padStart(7, '0')}`;
const deptOf = (at: number): number => Math.floor(at / perDepartment);
/** Twenty of them lie below each of those at the top. */
const pathOf = (round: number, dept: number): string => {
  const top = `事业部${round}-${dept - (dept % 20)}`;
  return dept % 20 === 0 ? top : `${top}/部门${dept}`;
};

function uploadOf(path: string) {
  const content = readFileSync(path);
  const sha256 = createHash('sha256').update(content).digest();
  return { path, name: '员工.xlsx', size: content.length, sha256 };
}

/** Other people and departments each round. */
async function writeSheet(path: string, round: number): Promise<void> {
  const columns = headings.map((header): WorkbookColumn => ({ header, kind: 'text' }));
  await writeWorkbook({ path, columns }, async (writer) => {
    for (let at = 0; at < people; at += 1) {
      const head = Math.ceil(deptOf(at) * perDepartment);
      const superior = head === at ? '' : phoneOf(round, head);
      const post = superior === '' ? '部门经理' : '销售工程师';
      await writer.addRow([
        `N${round}-${at}`,
        `员工${at}`,
        at % 2 ? '男' : '女',
        phoneOf(round, at),
        pathOf(round, deptOf(at)),
        post,
        superior,
      ]);
    }
  });
}

async function copySheet(owner: pg.Client, path: string): Promise<void> {
  const rows: string[][] = [];
  for await (const { row, cells } of readSheet(path, { ...administratorLimits, headingRows: 1 }))
    if (row > 1) rows.push(cells.map(cellText));
  const paths = [...new Set(rows.map((cells) => cells[4] ?? ''))];
  const idOf = new Map(paths.map((one, at) => [one, at + 1]));
  const lines = (all: readonly (readonly (string | number)[])[]) =>
    async function* () {
      for (const one of all) yield one.join('\t');
    };
  await copyIn(
    owner,
    'copy bench_department (dept_id, name, pid, num, remark) from stdin',
    lines(paths.map((one, at) => [at + 1, one.split('/').at(-1) ?? '', 0, 0, '']))(),
  );
  await copyIn(
    owner,
    'copy bench_app_user (user_id, num, realname, sex, username, mobile, dept_id, post, parent_id, password_hash, email, status) from stdin',
    lines(
      rows.map(([num = '', name = '', sex, phone = '', dept = '', post = ''], at) => [
        at + 1,
        num,
        name,
        sex === '男' ? 1 : 2,
        phone,
        phone,
        idOf.get(dept) ?? 0,
        post,
        0,
        '',
        '',
        2,
      ]),
    )(),
  );
  await copyIn(
    owner,
    'copy bench_user_role (user_id, role_id) from stdin',
    lines(rows.map((_, at) => [at + 1, salesRole]))(),
  );
}

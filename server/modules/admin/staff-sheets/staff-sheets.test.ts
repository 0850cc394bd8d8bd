import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withClient } from '#server/platform/database/embedded/connection.ts';
import { openCompany, type Answer, type Company, type Person } from '#server/testing/company.ts';
import { workbookParts, zipOf } from '#server/testing/sheet-parts.ts';
import { menuRows } from '#shared/admin/menus.ts';
import type { MadeStaffLink, StaffOutcome } from '#shared/admin/staff-sheets/staff-sheet-calls.ts';

let company: Company;
beforeAll(async () => {
  company = await openCompany();
});
afterAll(async () => company.close());

type Result = StaffOutcome & { readonly importId: number | null; readonly links: readonly MadeStaffLink[] };
interface Sent {
  readonly as?: Person;
  readonly content?: Buffer;
  readonly name?: string;
}

const send = (path: string, lines: readonly string[], choices: Record<string, unknown>, sent: Sent = {}) =>
  company.call(`system/user/${path}`, choices, {
    as: sent.as ?? company.people.admin,
    file: { name: sent.name ?? '员工.csv', content: sent.content ?? Buffer.from(`${lines.join('\n')}\n`) },
  });
const resultOf = (answer: Answer): Result => {
  expect([answer.code, answer.msg]).toEqual([0, '']);
  return answer.data as Result;
};
const upload = async (lines: readonly string[], choices: Record<string, unknown> = {}, sent?: Sent) =>
  resultOf(await send('uploadExcel', lines, choices, sent));
const preview = async (lines: readonly string[], choices: Record<string, unknown> = {}, sent?: Sent) =>
  resultOf(await send('previewExcel', lines, choices, sent));
const undo = (id: number | null, as: Person = company.people.admin) =>
  company.call('system/user/undoImport', { id }, { as });

const head = '姓名,手机号,部门,岗位,直属上级,角色,性别,邮箱,工号';
let next = 0;
const mobile = (): string => `1350000${String((next += 1)).padStart(4, '0')}`;
const roleName = async (roleId: number): Promise<string> =>
  (await company.db.selectFrom('role').select('role_name').where('role_id', '=', roleId).executeTakeFirstOrThrow())
    .role_name;
const personOf = async (username: string) =>
  (
    await sql<Record<string, unknown>>`
      select u.realname, u.post, u.sex, u.email, u.num, u.status, u.password_hash, d.name as dept, p.username as superior,
        array(select r.role_id from user_role r where r.user_id = u.user_id order by 1) as roles
      from app_user u join department d using (dept_id) left join app_user p on p.user_id = u.parent_id
      where u.username = ${username}`.execute(company.db)
  ).rows[0];
const totals = async () =>
  (
    await sql`select (select count(*)::int from app_user) as people, (select count(*)::int from department) as departments`.execute(
      company.db,
    )
  ).rows[0];
const give = async (roleId: number, ...permissions: string[]) => {
  const menuIds = menuRows.flatMap((row) => (permissions.includes(row.permission ?? '') ? [row.menuId] : []));
  expect(menuIds).toHaveLength(permissions.length);
  await sql`insert into role_menu (role_id, menu_id) select ${roleId}, unnest(${menuIds}::int[]) on conflict do nothing`.execute(
    company.db,
  );
};

describe('a sheet of staff', () => {
  it('adds departments and people with superiors of the same sheet, after a preview that changes nothing', async () => {
    const [boss, member] = [mobile(), mobile()];
    const role = await roleName(11);
    const lines = [
      head,
      `小兵,${member.replace(/(\d{3})(\d{4})/, '$1 $2 ')},销售三部/华东区,业务员,大将,"${role}",男,xb@example.com,A-7`,
      `大将,${boss},销售三部,经理,13800000010,,女,,`,
    ];
    const before = await totals();
    const seen = await preview(lines, { roleIds: '9' });
    expect(seen.counts).toEqual({ new: 2, changed: 0, same: 0, refused: 0, departments: 2 });
    expect(seen.departments).toEqual(['销售三部', '销售三部/华东区']);
    expect(await totals()).toEqual(before);
    const done = await upload(lines, { roleIds: '9' });
    expect(done.counts).toEqual(seen.counts);
    expect(await personOf(member)).toMatchObject({
      realname: '小兵',
      post: '业务员',
      sex: 1,
      email: 'xb@example.com',
      num: 'A-7',
      dept: '华东区',
      superior: boss,
      roles: [11],
      status: 2,
      password_hash: '',
    });
    expect(await personOf(boss)).toMatchObject({ superior: '13800000010', roles: [9] });
    const again = await preview(lines, { roleIds: '9', updates: 1 });
    expect(again.counts).toEqual({ new: 0, changed: 0, same: 2, refused: 0, departments: 0 });
  });

  it('lets each new person set a password of their own by a link, once', async () => {
    const [first, second] = [mobile(), mobile()];
    const { links } = await upload([head, `甲,${first},办公室,,,,,,`, `乙,${second},办公室,,,,,,`], { roleIds: '11' });
    expect(links.map(({ username }) => username)).toEqual([first, second]);
    expect(new Set(links.map(({ token }) => token)).size).toBe(2);
    const [link] = links;
    const set = { token: link?.token, password: 'Wolke-7351-blau' };
    expect((await company.call('setup/setPassword', set)).code).toBe(0);
    expect((await company.call('login', { username: first, password: set.password })).code).toBe(0);
    expect((await company.call('setup/setPassword', set)).code).not.toBe(0);
    expect((await company.call('login', { username: second, password: '' })).code).not.toBe(0);
    // whoever handed the links over may have used them
    const { rows } = await sql<{ secret_given_by: number }>`
      select secret_given_by from app_user where username in (${first}, ${second})`.execute(company.db);
    expect(rows.map((row) => row.secret_given_by)).toEqual([3, 3]);
  });

  it('writes each new person once, with who gives out the first link', async () => {
    const username = mobile();
    await withClient(company.urls.ownerUrl, async (client) => {
      await client.query(`
        create function written_again() returns trigger language plpgsql as 'begin raise exception ''written again''; end';
        create trigger written_again before update on app_user for each row execute function written_again()`);
      try {
        await upload([head, `丙,${username},办公室,,,,,,`], { roleIds: '11' });
      } finally {
        await client.query('drop function written_again cascade');
      }
    });
    const { rows } = await sql<{ secret_given_by: number }>`
      select secret_given_by from app_user where username = ${username}`.execute(company.db);
    expect(rows).toEqual([{ secret_given_by: 3 }]);
  });

  it('is refused whole where it is too long or a bomb, and nobody comes of it', async () => {
    const written = async () => [
      await totals(),
      (await sql`select count(*)::int as n from staff_import`.execute(company.db)).rows,
      (await sql`select count(*)::int as n from stored_file`.execute(company.db)).rows,
    ];
    const before = await written();
    const row = (at: number) => `过多,${13_600_000_000 + at},办公室,,,,,,`;
    const long = [head, ...Array.from({ length: 10_001 }, (_, at) => row(at))];
    // 60 MB of one letter in a few kilobytes, in the first cell or below the heading
    const huge = `<c t="inlineStr"><is><t>${'9'.repeat(60_000_000)}</t></is></c>`;
    const bombOf = (rows: string) => zipOf(workbookParts({ sheets: [`<sheetData>${rows}</sheetData>`] }), 9);
    const cells = (...texts: string[]) => texts.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join('');
    const good = cells('爆炸', mobile(), '办公室');
    const titles = cells('姓名', '手机号', '部门');
    const bombs = [
      await bombOf(`<row>${huge}</row>`),
      await bombOf(`<row>${titles}</row><row>${good}</row><row>${huge}</row>`),
      // 40 MB of rows without a value
      await bombOf(`<row>${titles}</row><row>${good}</row>${'<row><c/></row>'.repeat(2_600_000)}`),
    ];
    for (const path of ['previewExcel', 'uploadExcel']) {
      expect(await send(path, long, {})).toMatchObject({ code: 413, msg: '最多同时导入10000条数据' });
      for (const content of bombs) {
        expect(content.length).toBeLessThan(500_000);
        const answer = await send(path, [], {}, { content, name: '员工.xlsx' });
        expect([path, answer.code]).toEqual([path, 413]);
        expect(['表格内容过大', '表格的压缩方式异常，请用表格软件重新保存后再上传']).toContain(answer.msg);
      }
    }
    expect(await written()).toEqual(before);
  });

  it('refuses rows with all that is wrong, in words, and takes the good ones', async () => {
    const [good, twice, self, one, two] = [mobile(), mobile(), mobile(), mobile(), mobile()];
    const done = await upload(
      [
        head,
        `好人,${good},办公室,,,,,,`,
        `,12345,,,没有的人,没有的角色,什么,a@,`,
        `甲,${twice},办公室,,,,,,`,
        `乙,${twice},办公室,,,,,,`,
        `自己,${self},办公室,,自己,,,,`,
        `环一,${one},办公室,,${two},,,,`,
        `环二,${two},办公室,,${one},,,,`,
        `下级,${mobile()},办公室,,环一,,,,`,
      ],
      { roleIds: '11' },
    );
    expect(done.counts).toEqual({ new: 2, changed: 0, same: 0, refused: 6, departments: 0 });
    const reasons = new Map(done.rows.refused.map(({ row, msg }) => [row, msg]));
    expect(reasons.get(3)).toContain('找不到直属上级“没有的人”');
    expect(reasons.get(3)).toContain('没有“没有的角色”这个角色');
    expect(reasons.get(3)).toContain('性别请填写');
    expect(reasons.get(5)).toBe('手机号与第4行重复');
    expect(reasons.get(6)).toBe('直属上级不能是本人');
    expect([reasons.get(7), reasons.get(8)]).toEqual(Array(2).fill('直属上级形成循环，请检查上下级关系'));
    expect(reasons.get(9)).toBe('直属上级所在的第7行无法导入');
    expect(await personOf(good)).toMatchObject({ realname: '好人' });
    expect(await personOf(one)).toBeUndefined();
    const file = await company.call('file/downFile', { fileId: done.errorFileId }, { as: company.people.admin });
    expect(file.raw.subarray(0, 2).toString()).toBe('PK');
    const again = await preview([], { roleIds: '11' }, { content: file.raw, name: '未导入.xlsx' });
    // the first row with the number is here now, and the second one stays as it is
    expect(again.counts).toMatchObject({ new: 0, refused: 5 });
  });

  it('reads what another program wrote: a title, columns of its own in any order, numbers as numbers', async () => {
    const number = mobile();
    const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
    const content = await zipOf(
      workbookParts({
        sheets: [
          `<sheetData><row r="1">${cell('2025年员工花名册')}</row><row r="3">${['序号', 'Dept', 'Mobile Number', '员工姓名', '备注'].map(cell).join('')}</row>` +
            `<row r="5"><c><v>1</v></c>${cell('办公室')}<c><v>${number}</v></c>${cell('老张')}${cell('好')}</row></sheetData>`,
        ],
      }),
    );
    const done = await upload([], { roleIds: '11' }, { content, name: '花名册.xlsx' });
    expect(done.counts).toMatchObject({ new: 1, refused: 0 });
    expect(await personOf(number)).toMatchObject({ realname: '老张', dept: '办公室' });
  });

  it('finds superiors by staff number too, behind a name or alone, and tells when several have it', async () => {
    const [one, other, below, alone, several] = [mobile(), mobile(), mobile(), mobile(), mobile()];
    const done = await upload(
      [
        head,
        `同名,${one},办公室,,,,,,G-01`,
        `同名,${other},办公室,,,,,,G-02`,
        `丙,${below},办公室,,同名（g-02）,,,,G-03`,
        `丁,${alone},办公室,,G-01,,,,G-03`,
        `戊,${several},办公室,,G-03,,,,`,
        `己,${mobile()},办公室,,同名（G-99）,,,,`,
      ],
      { roleIds: '11' },
    );
    expect([await personOf(below), await personOf(alone)]).toMatchObject([{ superior: other }, { superior: one }]);
    expect(done.rows.refused.map(({ row, msg }) => [row, msg])).toEqual([
      [6, '“G-03”对应多人，请填写上级的手机号'],
      [7, '找不到直属上级“同名（G-99）”'],
    ]);
  });

  it('changes people who are here only when that is chosen, and never their roles', async () => {
    const [number, other] = [mobile(), mobile()];
    await upload([head, `原名,${number},办公室,旧岗,,,,,`, `他人,${other},办公室,,,,,,`], { roleIds: '11' });
    const lines = [head, `新名,${number},研发部,新岗,他人,,,,`];
    const left = await upload(lines);
    expect([left.counts.changed, left.importId]).toEqual([1, null]);
    expect(await personOf(number)).toMatchObject({ realname: '原名', dept: '办公室' });
    const seen = await preview(lines, { updates: 1 });
    expect(seen.rows.changed[0]?.msg).toBe(
      ['姓名：原名 → 新名', '岗位：旧岗 → 新岗', '部门：办公室 → 研发部', '直属上级：他人'].join('；'),
    );
    await upload(lines, { updates: 1 });
    expect(await personOf(number)).toMatchObject({ realname: '新名', dept: '研发部', post: '新岗', superior: other });
    const roles = await preview([head, `新名,${number},研发部,,,${await roleName(9)},,,`], { updates: 1 });
    expect(roles.rows.refused[0]?.msg).toContain('已有员工的角色');
  });

  it('gives nobody what the importer lacks', async () => {
    const { hr } = company.people;
    await give(3, 'manage:users:userSave', 'manage:users:userUpdate');
    await sql`update org_version set version = version + 1`.execute(company.db);
    const [low, high] = [mobile(), mobile()];
    const before = await totals();
    const done = await upload(
      [
        head,
        `甲,${low},办公室,,,${await roleName(1)},,,`,
        `乙,${high},没有的部门,,,${await roleName(3)},,,`,
        `超级管理员,admin,销售一部,,,,,,`,
      ],
      { updates: 1 },
      { as: hr },
    );
    expect(done.rows.refused.map(({ row }) => row)).toEqual(expect.arrayContaining([2, 4]));
    expect(done.rows.refused[0]?.msg).toContain('您没有的权限');
    const { people } = (await totals()) as { people: number };
    expect(people - (before as { people: number }).people).toBe(done.counts.new);
    // the manager would see the records of who is moved below, which hr does not
    const moved = await upload([head, `周远,13800000014,销售一部,,,,,,`], { updates: 1 }, { as: hr });
    expect(moved.counts).toMatchObject({ changed: 0, refused: 1 });
    expect(await personOf('13800000014')).toMatchObject({ dept: '销售二部' });
  });

  it('is closed to people without the right', async () => {
    const { seller } = company.people;
    for (const path of ['previewExcel', 'uploadExcel'])
      expect((await send(path, [head], {}, { as: seller })).code).toBe(403);
    for (const path of ['downloadExcel', 'exportExcel', 'queryImportList', 'undoImport'])
      expect((await company.call(`system/user/${path}`, { id: 1 }, { as: seller })).code).toBe(403);
    expect((await company.call('system/user/uploadExcel', {})).code).toBe(302);
  });

  it('makes one of two that come at once find the other’s work', async () => {
    const lines = [head, ...Array.from({ length: 20 }, (_, at) => `同时${at},${mobile()},同时部/${at % 3},,同时0,,,,`)];
    lines[1] = lines[1]?.replace('同时0,,,,', ',,,,') ?? '';
    const [one, two] = await Promise.all([upload(lines, { roleIds: '11' }), upload(lines, { roleIds: '11' })]);
    expect([one.counts.new, two.counts.new].toSorted((a, b) => a - b)).toEqual([0, 20]);
    expect([one.counts.same, two.counts.same].toSorted((a, b) => a - b)).toEqual([0, 20]);
    const { rows } = await sql`select 1 from department where name = '同时部'`.execute(company.db);
    expect(rows).toHaveLength(1);
  });
});

describe('an export of staff', () => {
  it('is read back as nothing new', async () => {
    const file = await company.call('system/user/exportExcel', {}, { as: company.people.admin });
    expect(file.raw.subarray(0, 2).toString()).toBe('PK');
    const again = await preview([], { updates: 1 }, { content: file.raw, name: '员工.xlsx' });
    expect(again.rows.refused).toEqual([]);
    expect(again.counts).toMatchObject({ new: 0, changed: 0, refused: 0, departments: 0 });
    expect(again.counts.same).toBeGreaterThan(8);
    const logged = await company.db.selectFrom('audit').selectAll().where('what', '=', 'export staff').execute();
    expect(logged.map(({ user_id: userId }) => userId)).toEqual([company.people.admin.userId]);
  });
});

describe('an import that is taken back', () => {
  it('leaves what it found', async () => {
    const before = await totals();
    const number = '13800000012';
    const was = await personOf(number);
    const { importId } = await upload(
      [
        head,
        `撤甲,${mobile()},撤销部/一组,,撤乙,,,,`,
        `撤乙,${mobile()},撤销部,,,,,,`,
        `李强强,${number},撤销部,组长,撤乙,,,,`,
      ],
      { roleIds: '11', updates: 1 },
    );
    expect(await personOf(number)).toMatchObject({ realname: '李强强', dept: '撤销部' });
    const { data } = await undo(importId);
    expect(data).toEqual({ removedSize: 2, disabledSize: 0, restoredSize: 1, departmentSize: 2, kept: [] });
    expect(await totals()).toEqual(before);
    expect(await personOf(number)).toEqual(was);
    expect((await undo(importId)).msg).toBe('这次导入已经撤销过了');
  });

  it('keeps, by name, what people have gone on from', async () => {
    const [active, named, edited, above] = [mobile(), mobile(), mobile(), mobile()];
    const { importId } = await upload(
      [
        head,
        `已登录,${active},留存部,,,,,,`,
        `被提到,${named},留存部,,,,,,`,
        `被修改,${edited},办公室,,,,,,`,
        `有下级,${above},办公室,,,,,,`,
      ],
      { roleIds: '11' },
    );
    await sql`update app_user set status = 1 where username = ${active}`.execute(company.db);
    await sql`update app_user set post = '别的' where username = ${edited}`.execute(company.db);
    await sql`update app_user set parent_id = (select user_id from app_user where username = ${above}) where username = '13800000013'`.execute(
      company.db,
    );
    await sql`insert into owner_source (agent_user_id, adviser_user_ids, effective_date, create_user_id)
      select 3, array[user_id], '2026-01-01', 3 from app_user where username = ${named}`.execute(company.db);
    const { hr } = company.people;
    expect((await undo(importId, hr)).code).toBe(404);
    const { data } = await undo(importId);
    expect(data).toEqual({
      removedSize: 0,
      disabledSize: 1,
      restoredSize: 0,
      departmentSize: 0,
      kept: ['已登录', '被修改', '有下级', '留存部'],
    });
    expect(await personOf(named)).toMatchObject({ status: 0 });
  });

  it('takes 500 people in 40 departments at once, and back', async () => {
    const numbers = Array.from({ length: 500 }, mobile);
    const lines = numbers.map((number, at) => {
      const superior = at === 0 ? '' : numbers[Math.floor((at - 1) / 8)];
      return `员工${at},${number},大区${at % 8}/小组${(at >> 3) % 4},职员,${superior},,${at % 2 ? '男' : '女'},,N${at}`;
    });
    const begin = performance.now();
    const { counts, importId, links } = await upload([head, ...lines], { roleIds: '11' });
    expect(counts).toEqual({ new: 500, changed: 0, same: 0, refused: 0, departments: 40 });
    expect(links).toHaveLength(500);
    expect(performance.now() - begin).toBeLessThan(20_000);
    expect(await personOf(numbers[499] ?? '')).toMatchObject({ superior: numbers[62], num: 'N499' });
    const { data } = await undo(importId);
    expect(data).toMatchObject({ removedSize: 500, departmentSize: 40, kept: [] });
  });
});

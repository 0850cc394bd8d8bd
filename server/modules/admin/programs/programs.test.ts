import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { bellsOf } from '#server/messages/testing.ts';
import { warnOfEnds } from '#server/modules/admin/programs/messages.ts';
import { askProgram, program, type Program } from '#server/modules/admin/programs/testing.ts';
import { sweepSessions } from '#server/platform/session/sweep.ts';
import { hashOf } from '#server/platform/session/tokens.ts';
import { openCompany, tokenFor, type Company, type PersonName } from '#server/testing/company.ts';
import { mostPrograms, programDays, type ProgramRow } from '#shared/admin/programs/program-calls.ts';
import { companyTimeZone } from '#shared/record/time.ts';

let company: Company;
beforeAll(async () => {
  company = await openCompany();
});
afterAll(() => company.close());
afterEach(async () => {
  await sql`update session_login set ended_at = now() where client = 3 and ended_at is null`.execute(company.db);
});

const person = (name: PersonName) => company.people[name];
const list = async (as: { token: string }, path = 'system/program/queryOwnList') =>
  (await company.call(path, {}, { as })).data as ProgramRow[];
const codeOf = async (path: string, as: { token: string }, body = {}) => (await company.call(path, body, { as })).code;
const audits = async (what: string) => {
  const { rows } = await sql<{ user_id: number; subject: string; result: string }>`
    select user_id, subject, result from audit where what = ${what} order by audit_id desc limit 1`.execute(company.db);
  return rows[0];
};

describe('a token of a person', () => {
  it('is told once, kept as a hash, listed and ended; the log has its name and abilities', async () => {
    const seller = person('seller');
    const abilities = ['crm:customer:read', 'crm:customer:index', 'crm:customer:read'];
    const made = (await askProgram(company, seller, { name: '财务同步', days: 90, abilities })).data as Program;
    expect(made.token).toMatch(/^[A-Za-z0-9_-]{43}$/);
    const { rows } = await sql<{ hash: Buffer }>`
      select token_hash as hash from session_token where login_id = ${made.loginId}`.execute(company.db);
    expect(rows.map(({ hash }) => hash)).toEqual([hashOf(made.token)]);
    const [row] = await list(seller);
    expect(row).toMatchObject({
      loginId: made.loginId,
      name: '财务同步',
      isCompany: 0,
      state: 'good',
      userName: '王芳',
      makerName: '王芳',
      abilities: ['crm:customer:index', 'crm:customer:read'],
      lastUsedTime: '',
      lastAddress: '',
    });
    expect(row?.abilityNames[0]).toContain('·');
    const text = await sql<{ text: string }>`select row_to_json(p)::text as text from program_token p`.execute(
      company.db,
    );
    const logged = await sql<{ text: string }>`
      select row_to_json(a)::text as text from audit a union all select row_to_json(o)::text from operation_log o
      union all select row_to_json(i)::text from idempotency i`.execute(company.db);
    const stored = JSON.stringify([text.rows, logged.rows, await list(seller), await list(person('admin'))]);
    expect(stored).not.toContain(made.token);
    expect(await audits('program.add')).toEqual({
      user_id: seller.userId,
      subject: `login ${made.loginId} user ${seller.userId} 财务同步: crm:customer read,index`,
      result: 'done',
    });

    expect(await codeOf('CrmCustomer/queryPageList', made)).toBe(0);
    const [used] = await list(seller);
    expect([used?.lastUsedTime === '', used?.lastAddress]).toEqual([false, '127.0.0.1']);
    const sessions = await company.call(
      'system/session/querySessionList',
      { userId: seller.userId },
      { as: person('admin') },
    );
    expect((sessions.data as { list: { programName: string }[] }).list.map((one) => one.programName)).toContain(
      '财务同步',
    );
    // it is no device
    const devices = (await company.call('system/user/queryLoginList', {}, { as: seller })).data as {
      loginId: number;
    }[];
    expect(devices.map(({ loginId }) => loginId)).not.toContain(made.loginId);

    expect(await codeOf('system/program/endOwn', seller, { loginId: made.loginId })).toBe(0);
    expect(await codeOf('CrmCustomer/queryPageList', made)).toBe(302);
    expect(await codeOf('system/program/endOwn', seller, { loginId: made.loginId })).toBe(404);
    expect(await list(seller)).toEqual([]);
    expect((await audits('program.end'))?.subject).toContain('财务同步: crm:customer read,index');
  });

  it('is ended by nobody else, and an own browser is no token', async () => {
    const made = await program(company, person('seller'));
    expect(await codeOf('system/program/endOwn', person('peer'), { loginId: made.loginId })).toBe(404);
    const { rows } = await sql<{ id: number }>`
      select login_id as id from session_login where user_id = ${person('seller').userId} and client <> 3`.execute(
      company.db,
    );
    expect(await codeOf('system/program/endOwn', person('seller'), { loginId: rows[0]?.id })).toBe(404);
    expect(await codeOf('system/program/end', person('admin'), { loginId: rows[0]?.id })).toBe(404);
    expect(await codeOf('CrmCustomer/queryPageList', made)).toBe(0);
  });

  it('has a name, a term and abilities that its person has, and says what is wrong with others', async () => {
    const seller = person('seller');
    const refused = async (asked: Parameters<typeof askProgram>[2]) => {
      const { code, msg } = await askProgram(company, seller, asked);
      return `${code} ${msg}`;
    };
    expect(await refused({ name: ' ' })).toMatch(/^422 .*名称/);
    expect(await refused({ name: 'x'.repeat(51) })).toMatch(/^422 .*名称/);
    expect(await refused({ days: 31 })).toBe('422 “天数”有误');
    expect(await refused({ days: 3650 })).toMatch(/^422/);
    expect(await refused({ abilities: [] })).toBe('422 请至少选择一项权限');
    expect(await refused({ abilities: ['manage:permission:update'] })).toMatch(/^422 有一项权限不能交给程序/);
    expect(await refused({ abilities: ['crm:customer'] })).toMatch(/^422 有一项权限不能交给程序/);
    expect(await refused({ abilities: ["crm:customer:index'}"] })).toMatch(/^422/);
    expect(await refused({ abilities: ['crm:customer:index', 'crm:product:delete'] })).toMatch(
      /^422 没有这些权限.*产品/,
    );
    expect(await list(seller)).toEqual([]);
    await program(company, seller, { name: '同步', days: 365 });
    expect(await refused({ name: '同步' })).toBe('422 已有名为“同步”的令牌，请换一个名称');
    const { rows } = await sql<{ days: number }>`
      select round(extract(epoch from expires_at - now()) / 86400)::int as days from program_token
      order by login_id desc limit 1`.execute(company.db);
    expect(rows[0]?.days).toBe(Math.max(...programDays));
    expect((await askProgram(company, person('admin'), { abilities: ['manage:system:read'] })).code).toBe(422);
  });

  it('is one of so many, also where many are asked for at once', async () => {
    const seller = person('seller');
    const wanted = Array.from({ length: mostPrograms + 5 }, (_, at) => ({ name: `并发${at % (mostPrograms + 3)}` }));
    const answers: number[] = [];
    for (let at = 0; at < wanted.length; at += 5)
      answers.push(
        ...(await Promise.all(wanted.slice(at, at + 5).map((asked) => askProgram(company, seller, asked)))).map(
          ({ code }) => code,
        ),
      );
    expect(answers.filter((code) => code === 0)).toHaveLength(mostPrograms);
    expect(answers.filter((code) => code === 422)).toHaveLength(5);
    expect(await list(seller)).toHaveLength(mostPrograms);
    const twice = await Promise.all([1, 2].map(() => askProgram(company, person('peer'), { name: '同名' })));
    expect(twice.map(({ code }) => code).toSorted()).toEqual([0, 422]);
  });

  it('takes a confirmed identity: a browser left open makes none', async () => {
    const seller = person('seller');
    const made = await sql<{ created_at: string }>`
      update session_login set created_at = now() - interval '1 hour'
      where user_id = ${seller.userId} and client <> 3 returning created_at`.execute(company.db);
    expect(made.rows.length).toBeGreaterThan(0);
    const body = { name: '旧浏览器', days: 30, abilities: 'crm:customer:index' };
    const refused = await company.call('system/program/addOwn', body, { as: seller });
    expect([refused.code, refused.body['detail']]).toEqual([403, { ask: 'currentPassword' }]);
    const wrong = await company.call('system/program/addOwn', { ...body, currentPassword: 'x' }, { as: seller });
    expect(wrong.code).not.toBe(0);
    const right = await company.call(
      'system/program/addOwn',
      { ...body, currentPassword: seller.password },
      { as: seller },
    );
    expect(right.code).toBe(0);
    await sql`update session_login set created_at = now() where user_id = ${seller.userId} and client <> 3`.execute(
      company.db,
    );
  });
});

describe('how long it lives', () => {
  it('is not by use: neither a month nor silence ends it, only its term', async () => {
    const seller = person('seller');
    const made = await program(company, seller);
    const age = (what: string) => sql.raw(`update ${what} where login_id = ${made.loginId}`).execute(company.db);
    await age("session_login set created_at = now() - interval '200 days', last_used_at = now() - interval '150 days'");
    await age("session_token set created_at = now() - interval '200 days'");
    expect(await codeOf('CrmCustomer/queryPageList', made)).toBe(0);
    await sweepSessions(company.db);
    expect(await codeOf('CrmCustomer/queryPageList', made)).toBe(0);
    await age("program_token set expires_at = now() + interval '6 days'");
    expect((await list(seller))[0]?.state).toBe('soon');
    const told = () => bellsOf(company).unread('seller');
    await age('session_login set ended_at = now()');
    await warnOfEnds(company.db);
    expect(await told()).toEqual([]);
    await age('session_login set ended_at = null');
    for (const _night of [1, 2]) await warnOfEnds(company.db);
    const { rows: ends } = await sql<{ day: string }>`
      select to_char(now() at time zone ${companyTimeZone()} + interval '6 days', 'YYYY-MM-DD') as day`.execute(
      company.db,
    );
    const name = (await list(seller))[0]?.name;
    expect(await told()).toEqual([`程序令牌「${name}」将于 ${ends[0]?.day} 到期，到期后使用它的程序会停止`]);
    await age("program_token set expires_at = now() - interval '1 second'");
    expect(await codeOf('CrmCustomer/queryPageList', made)).toBe(401);
    expect((await list(seller))[0]?.state).toBe('over');
    // its name is free again
    expect((await askProgram(company, seller, { name: (await list(seller))[0]?.name ?? '' })).code).toBe(0);
    await age("program_token set expires_at = now() - interval '31 days'");
    await sweepSessions(company.db);
    const { rows } = await sql`select from program_token where login_id = ${made.loginId}`.execute(company.db);
    expect(rows).toHaveLength(0);
  });

  it('is over with a new password, when its person is disabled and when their sessions are ended', async () => {
    const { subordinate, admin } = company.people;
    for (const end of [
      () => company.call('system/session/endSessions', { userId: subordinate.userId }, { as: admin }),
      () =>
        company.call(
          'system/user/resetPassword',
          { userIds: [subordinate.userId], password: 'Neu-Pass-2026x' },
          { as: admin },
        ),
      () => company.call('system/user/setUserStatus', { userIds: [subordinate.userId], status: 0 }, { as: admin }),
    ]) {
      const made = await program(company, { token: await freshToken(subordinate.userId) }, {});
      expect(await codeOf('CrmCustomer/queryPageList', made)).toBe(0);
      expect((await end()).code).toBe(0);
      expect(await codeOf('CrmCustomer/queryPageList', made)).toBe(302);
    }
  });
});

async function freshToken(userId: number): Promise<string> {
  await sql`update app_user set status = 1, password_expires_at = null where user_id = ${userId}`.execute(company.db);
  return tokenFor(company.db, userId);
}

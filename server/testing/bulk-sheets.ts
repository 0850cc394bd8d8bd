import type { Company, PersonName } from '#server/testing/company.ts';
import type { Imports } from '#server/testing/imports.ts';
import type { BulkSheetAnswer } from '#shared/record/calls/bulk-sheet-calls.ts';

interface SendOptions {
  readonly as?: PersonName;
  readonly fields?: Record<string, unknown>;
  readonly headers?: Record<string, string>;
}

/** What tests of sheets of acts do again and again; the manager sends them, unless somebody else is named. */
export function openBulkSheets(open: () => { readonly company: Company; readonly imports: Imports }) {
  const ask = (path: string, body: Record<string, unknown>, as: PersonName = 'manager') =>
    open().company.call(path, body, { as: open().company.people[as] });
  const save = async (name: string, as: PersonName = 'seller'): Promise<number> =>
    (
      (await ask('CrmCustomer/addOrUpdate', { entity: { customer_name: name }, field: [] }, as)).data as {
        customerId: number;
      }
    ).customerId;
  const sendFile = (
    path: string,
    file: { name: string; content: Buffer },
    { as = 'manager', fields = {}, headers = {} }: SendOptions = {},
  ) => open().company.call(`CrmCustomer/${path}`, fields, { as: open().company.people[as], file, headers });
  /** Sends a workbook of these headings and rows; a refusal of the whole sheet is thrown with its message. */
  const send = async (
    path: string,
    headers: readonly string[],
    rows: readonly (readonly string[])[],
    options: SendOptions = {},
  ): Promise<BulkSheetAnswer> => {
    const content = await open().imports.workbook(rows, { headers });
    const answer = await sendFile(path, { name: '批量.xlsx', content }, options);
    if (answer.code !== 0) throw new Error(answer.msg);
    return answer.data as BulkSheetAnswer;
  };
  const counts = ({ total, success, skipped }: BulkSheetAnswer) => [total, success, skipped];
  const faults = ({ errors }: BulkSheetAnswer) => errors.map(({ row, msg }) => [row, msg]);
  const undo = async ({ operationId }: BulkSheetAnswer, as: PersonName = 'manager') =>
    (await ask('operation/undo', { operationId }, as)).data;
  const members = async (customerId: number) =>
    (
      (await ask('CrmCustomer/getMembers', { customerId }, 'admin')).data as { realname: string; powerType: number }[]
    ).map(({ realname, powerType }) => [realname, powerType]);
  const detail = async (customerId: number, as: PersonName = 'admin') =>
    (await ask('CrmCustomer/queryById', { customerId }, as)).data as Record<string, unknown> | undefined;
  const followUps = async (customerId: number) =>
    ((await ask('CrmCustomer/getRecord', { customerId }, 'admin')).data as Record<string, unknown>[]).map(
      ({ realname, createTime, content, category }) => [realname, createTime, content, category],
    );
  return { ask, save, sendFile, send, counts, faults, undo, members, detail, followUps };
}

import { sql } from 'kysely';
import { expect } from 'vitest';
import { newStamp } from '#server/modules/crm/lead-sources/stamp.ts';
import type { Company, Person, PersonName } from '#server/testing/company.ts';
import type { LeadSource } from '#shared/crm/lead-sources/lead-source-calls.ts';
import type { OpenField } from '#shared/crm/lead-sources/open-lead-calls.ts';

export type Who = Pick<Person, 'token'>;

let places = 0;
const newPlace = (): string => `10.9.${(places += 1) >> 8}.${places & 255}`;

/** What people do with sources of leads, and strangers with their forms. */
export function openSources(theCompany: () => Company) {
  const ask = (call: string, body: Record<string, unknown> = {}, as: Who = theCompany().people.admin) =>
    theCompany().call(`CrmClueSource/${call}`, body, { as });
  const good = async <T>(...asked: Parameters<typeof ask>): Promise<T> => {
    const answer = await ask(...asked);
    expect([asked[0], answer.msg]).toEqual([asked[0], '']);
    return answer.data as T;
  };
  const idOf = (name: PersonName): number => theCompany().people[name].userId;
  const fieldIds = async (...names: string[]): Promise<number[]> => {
    const fields = await good<{ fieldId: number; name: string }[]>('queryFieldList');
    return names.map((name) => fields.find((field) => field.name === name)?.fieldId ?? 0);
  };
  const save = async (changed: Record<string, unknown>): Promise<number> =>
    (await good<{ id: number }>('save', { kind: 1, ...changed })).id;
  const one = (id: number) => good<LeadSource>('queryById', { id });
  /** A form for the name, the mobile and the remark. */
  const newForm = async (changed: Record<string, unknown> = {}): Promise<LeadSource> => {
    const id = await save({ kind: 2, form: { fieldIds: await fieldIds('手机', '备注') }, ...changed });
    return one(id);
  };
  /** A source for other programs, with its key. */
  const newInterface = async (changed: Record<string, unknown> = {}): Promise<{ id: number; key: string }> => {
    const id = await save({ kind: 3, ...changed });
    return { id, key: (await good<{ key: string }>('rotateKey', { id })).key };
  };
  /** A stranger, from an address of his own unless it is named. */
  const outside = async (
    path: string,
    body: Record<string, unknown>,
    { address = newPlace(), language = 'cn' } = {},
  ) => {
    const { body: text } = await theCompany().app.inject({
      method: 'POST',
      url: `/${path}`,
      payload: body,
      remoteAddress: address,
      headers: { 'x-language': language },
    });
    return JSON.parse(text) as { code: number; msg: string; data?: unknown };
  };
  const shown = async (key: string) => {
    const answer = await outside('open/form', { key });
    expect(answer.code).toBe(0);
    return answer.data as { title: string; intro: string; submit: string; stamp: string; fields: OpenField[] };
  };
  /** Sends a form that was opened some seconds ago. */
  const submit = async (
    key: string,
    values: Record<string, unknown>,
    more: { readonly homepage?: string; readonly stamp?: string; readonly address?: string } = {},
  ) => {
    const { address = newPlace(), ...rest } = more;
    const stamp = await newStamp(theCompany().db, key, Date.now() - 5000);
    return outside('open/formSubmit', { key, stamp, values, ...rest }, { address });
  };
  const sendLead = (key: string, values: Record<string, unknown>, requestNumber?: string, address = newPlace()) =>
    outside('open/lead', { key, values, ...(requestNumber !== undefined && { requestNumber }) }, { address });
  /** The leads whose name begins so, with their owners. */
  const leadsNamed = async (name: string) => {
    const { rows } = await sql<{
      id: number;
      name: string;
      owner: number;
      mobile: string | null;
      remark: string | null;
    }>`
      select leads_id as id, leads_name as name, owner_user_id as owner, mobile, remark from leads
      where leads_name like ${`${name}%`} order by leads_id`.execute(theCompany().db);
    return rows;
  };
  return { ask, good, idOf, fieldIds, save, one, newForm, newInterface, outside, shown, submit, sendLead, leadsNamed };
}

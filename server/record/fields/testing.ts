import type { z } from 'zod';
import type { Answer, Company, PersonName } from '#server/testing/company.ts';
import type { adminField, FormField } from '#shared/record/calls/field-calls.ts';

export type AdminField = z.output<typeof adminField>;
export type Draft = Partial<Record<keyof AdminField | 'renamed', unknown>>;

/** Setting up and filling fields. */
export function openFieldSetup(theCompany: () => Company) {
  const ask = (path: string, body: Record<string, unknown>, who: PersonName = 'seller', form = false) =>
    theCompany().call(path, body, { as: theCompany().people[who], form });
  const setUp = async () => (await ask('field/list', { label: 2 }, 'admin')).data as AdminField[];
  const keep = (data: readonly Draft[], who: PersonName = 'admin') => ask('field/save', { label: 2, data }, who);
  /** Saves the whole set-up with some rows changed, as the designer does; `null` leaves a row out. */
  async function design(changes: Record<string, Draft | null>, added: readonly Draft[] = []): Promise<Answer> {
    const rows = (await setUp()).flatMap((row): Draft[] => {
      const change = changes[row.name];
      return change === null ? [] : [{ ...row, ...change }];
    });
    return keep([...rows, ...added]);
  }
  const save = (entity: Record<string, unknown>, field: readonly Record<string, unknown>[] = [], who?: PersonName) =>
    ask('CrmCustomer/addOrUpdate', { entity, field }, who);
  const idOf = (answer: Answer) => (answer.data as { customerId: number }).customerId;
  const read = async (customerId: number) =>
    (await ask('CrmCustomer/queryById', { customerId })).data as Record<string, unknown>;
  const formOf = async (body: Record<string, unknown>) => (await ask('field/queryField', body)).data as FormField[];

  return { ask, setUp, keep, design, save, idOf, read, formOf };
}

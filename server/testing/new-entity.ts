import type { Company, PersonName } from '#server/testing/company.ts';
import type { FixedField, RecordType } from '#shared/record/record-type.ts';

interface Holder {
  readonly id: number;
  readonly name: string;
}

const holders = new WeakMap<Company, Map<PersonName, Promise<Holder>>>();

/** A customer of each person, for records that have to belong to one. */
function holderOf(company: Company, who: PersonName): Promise<Holder> {
  const own = holders.get(company) ?? new Map<PersonName, Promise<Holder>>();
  holders.set(company, own);
  const known = own.get(who) ?? newHolder(company, who);
  own.set(who, known);
  return known;
}

async function newHolder(company: Company, who: PersonName): Promise<Holder> {
  const name = `${company.people[who].realname}的公司`;
  const answer = await company.call(
    'CrmCustomer/addOrUpdate',
    { entity: { customer_name: name }, field: [] },
    { as: company.people[who] },
  );
  return { id: (answer.data as { customerId: number }).customerId, name };
}

/** Its required fields, with what they point to by id or, as in sheets, by name. */
export const fill = (type: RecordType, title: string, related: number | string): Record<string, number | string> =>
  Object.fromEntries(
    type.fields
      .filter((field: FixedField) => field.required)
      .map(({ fieldName }) => [fieldName, fieldName === type.titleField ? title : related]),
  );

/** What a new record of a type has to hold when `who` makes it. */
export async function newEntity(
  company: Company,
  type: RecordType,
  title: string,
  who: PersonName,
  by: 'id' | 'name' = 'id',
): Promise<Record<string, number | string>> {
  const needsHolder = type.fields.filter((field: FixedField) => field.required).length > 1;
  return fill(type, title, needsHolder ? (await holderOf(company, who))[by] : '');
}

import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { labelOf } from '#server/record/fields/field-set.ts';
import { legibleIn } from '#server/record/fields/legible.ts';
import { lineSettingOf, linesOf } from '#server/record/lines/stored-lines.ts';
import type { Deviation } from '#shared/approval/approval-calls.ts';
import { compared } from '#shared/record/money/exact-decimal.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { subjectOfType } from '#server/approval/subjects.ts';
import { valueTexts } from './value-texts.ts';

/** What differs in a document from list prices, and from what its type says beside. */
export async function deviationsOf(db: Database, actor: Actor, type: RecordType, id: number): Promise<Deviation[]> {
  const own = (await subjectOfType(type.code)?.deviations?.(db, actor, id)) ?? [];
  return [...(await pricesOf(db, actor, type, id)), ...own];
}

/** Lines that are sold at another price than that of the list, if the actor reads both. */
async function pricesOf(db: Database, actor: Actor, type: RecordType, id: number): Promise<Deviation[]> {
  const setting = await lineSettingOf(db, actor, type);
  const amounts = setting?.lines.amounts;
  if (!setting || !amounts) return [];
  const { lines, lineType, fields } = setting;
  const [price, salesPrice] = [legibleIn(fields, amounts.line.price), legibleIn(fields, amounts.line.salesPrice)];
  if (!price || !salesPrice) return [];
  const textOf = await valueTexts(db, actor, []);
  const nameField = legibleIn(fields, lines.searchField);
  return ((await linesOf(db, type, [id])).get(id) ?? []).flatMap(({ values }): Deviation[] => {
    const [listed, sold] = [values[price.fieldName] ?? null, values[salesPrice.fieldName] ?? null];
    if (typeof listed !== 'string' || typeof sold !== 'string' || compared(listed, sold) === 0) return [];
    return [
      {
        line: nameField ? textOf(nameField, values[nameField.fieldName] ?? null) : '',
        name: labelOf(lineType, salesPrice, actor.language),
        formType: salesPrice.formType,
        value: textOf(salesPrice, sold),
        expectedName: labelOf(lineType, price, actor.language),
        expected: textOf(price, listed),
        isGrave: 0,
      },
    ];
  });
}

import { sql } from 'kysely';
import type { ApprovalSubject } from '#server/approval/subjects.ts';
import { system } from '#server/record/access/system.ts';
import { labelOf } from '#server/record/fields/field-set.ts';
import { isLegible, legibleIn } from '#server/record/fields/legible.ts';
import { lineSettingOf, linesOf } from '#server/record/lines/stored-lines.ts';
import { productType } from '#shared/crm/products/product-type.ts';
import { translate } from '#shared/i18n/translate.ts';
import { compared } from '#shared/record/money/exact-decimal.ts';
import type { RecordType } from '#shared/record/record-type.ts';

/** Lines of a document that are sold below the floor price of their product, for approvers who may read it. */
export const soldBelowFloor =
  (type: RecordType): NonNullable<ApprovalSubject['deviations']> =>
  async (db, actor, id) => {
    const setting = await lineSettingOf(db, actor, type);
    const price = setting && legibleIn(setting.fields, 'sales_price');
    if (!price) return [];
    if (!(await isLegible(db, actor, productType, 'floor_price'))) return [];
    const lines = (await linesOf(db, type, [id])).get(id) ?? [];
    const { from } = system('approvers see what is sold below the floor price', productType);
    const { rows } = await sql<{ id: number; floor: string }>`
      select r.product_id as id, r.floor_price::text as floor from ${from}
      where r.floor_price is not null
        and r.product_id = any(${lines.map(({ values }) => Number(values['product_id']))}::bigint[])`.execute(db);
    const floorOf = new Map(rows.map((row) => [row.id, row.floor]));
    return lines.flatMap(({ values }) => {
      const [least, sold] = [floorOf.get(Number(values['product_id'])), values['sales_price']];
      if (least === undefined || typeof sold !== 'string' || compared(sold, least) >= 0) return [];
      return [
        {
          line: String(values['name'] ?? ''),
          name: labelOf(setting.lineType, price, actor.language),
          formType: price.formType,
          value: sold,
          expectedName: translate(actor.language, 'crm_product.floor_price'),
          expected: least,
          isGrave: 1,
        },
      ];
    });
  };

import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { callQuery } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { decimal } from '#web/modules/crm/contracts/full-price.ts';
import styles from '#web/modules/crm/contracts/level-prices.module.css';
import { relatedId } from '#web/record/field-types/page-types.ts';
import type { LinesAidProps } from '#web/record/form/form-aid.ts';
import { isFixed, type FormLine } from '#web/record/lines/form-lines.ts';
import { contractCalls } from '#shared/crm/contracts/contract-calls.ts';

const valueOf = ({ read, typed }: FormLine, fieldName: string): unknown => typed[fieldName] ?? read[fieldName];
const productOf = (line: FormLine): number => Number(relatedId('product', valueOf(line, 'product_id')) ?? 0);

/** Offers the prices that customers of this one's level pay, where the lines say others. */
export function LevelPrices({ values, lines, setup, actions }: LinesAidProps) {
  const text = useText();
  const customerId = Number(relatedId('customer', values['customer_id']) ?? 0);
  const productIds = [...new Set(lines.map(productOf))].filter((id) => id > 0).toSorted((one, other) => one - other);
  const mayType = setup.fields.some((field) => field.fieldName === 'sales_price' && !isFixed(setup, field));
  const { data: offered = [] } = useQuery({
    ...callQuery(contractCalls.prices, { customerId, productIds }),
    enabled: mayType && customerId > 0 && productIds.length > 0,
  });
  const prices = new Map(
    offered.filter((one) => one.salesPrice !== one.price).map((one) => [one.productId, one.salesPrice]),
  );
  const others = lines.flatMap((line) => {
    const price = prices.get(productOf(line)) ?? '';
    const agreed = decimal(valueOf(line, 'sales_price')) || decimal(valueOf(line, 'price'));
    return price === '' || decimal(price) === agreed ? [] : [{ key: line.key, price }];
  });
  if (others.length === 0) return null;
  return (
    <p className={styles['offer']} role="status">
      {text('contract.level_prices', { count: others.length })}
      <Button
        type="link"
        size="small"
        onClick={() => others.forEach(({ key, price }) => actions.type({ key, fieldName: 'sales_price' }, price))}
      >
        {text('contract.take_level_prices')}
      </Button>
    </p>
  );
}

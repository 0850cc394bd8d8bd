import { useQuery } from '@tanstack/react-query';
import { Descriptions } from 'antd';
import { callQuery } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { PageState } from '#web/ui/states/page-state.tsx';
import type { RunItem } from '#shared/crm/to-do-calls.ts';
import { fieldCalls } from '#shared/record/calls/field-calls.ts';
import { camelCase } from '#shared/record/field.ts';
import styles from './run.module.css';

/** Fields shown elsewhere on the page, or irrelevant for the conversation. */
const leftOut = new Set([
  'nextTime',
  'lastTime',
  'lastContent',
  'updateTime',
  'createTime',
  'ownerUserName',
  'createUserName',
]);
const isLeftOut = (item: RunItem, fieldName: string, value: string): boolean =>
  leftOut.has(camelCase(fieldName)) || [item.name, item.mobile, item.telephone].includes(value);

/** The fields of a record that have a value. */
export function RunFacts({ item }: { readonly item: RunItem }) {
  const text = useText();
  const query = useQuery(callQuery(fieldCalls.information, { types: item.typeCode, id: item.id }));
  return (
    <section className={styles['part']}>
      <h3>{text('queue.details')}</h3>
      <PageState query={query}>
        {(rows) => (
          <Descriptions
            size="small"
            colon={false}
            column={{ xs: 1, sm: 1, md: 2 }}
            items={rows.flatMap(({ fieldName, name, value }) =>
              typeof value !== 'string' || value === '' || isLeftOut(item, fieldName, value)
                ? []
                : [{ key: fieldName, label: name, children: value }],
            )}
          />
        )}
      </PageState>
    </section>
  );
}

import { useQuery } from '@tanstack/react-query';
import { Button, Form, Select } from 'antd';
import { callQuery, useAction } from '#web/lib/http/queries.ts';
import { textOf, useText } from '#web/lib/i18n/i18n.ts';
import { toast } from '#web/ui/feedback.tsx';
import { PageState } from '#web/ui/states/page-state.tsx';
import { recordLogCalls } from '#shared/record/calls/record-log-calls.ts';
import styles from './settings.module.css';

/** Maximum number of kinds, and maximum length of a name, as on the server. */
const most = 20;
const longest = 20;

/** Kinds of follow-up to choose from (R13.3). */
export function FollowUpCategories() {
  const text = useText();
  const categories = useQuery(callQuery(recordLogCalls.categories, {}));
  const save = useAction(recordLogCalls.setCategories, {
    refreshes: [recordLogCalls.categories],
    onDone: () => toast.success(textOf('action.done')),
  });
  return (
    <>
      <p className={styles['hint']}>{text('follow_up.categories_hint')}</p>
      <PageState query={categories}>
        {(list) => (
          <Form
            layout="vertical"
            initialValues={{ value: list }}
            onFinish={({ value }: { readonly value: string[] }) => save.mutate({ value })}
          >
            <Form.Item
              name="value"
              label={text('follow_up.categories')}
              normalize={(value: readonly string[]) =>
                [...new Set(value.map((one) => one.trim().slice(0, longest)))].filter((one) => one !== '')
              }
              rules={[{ required: true, message: text('follow_up.categories_none') }]}
            >
              <Select mode="tags" maxCount={most} open={false} suffixIcon={null} />
            </Form.Item>
            <Button type="primary" htmlType="submit" disabled={save.isPending}>
              {text('action.save')}
            </Button>
          </Form>
        )}
      </PageState>
    </>
  );
}

import { useQuery } from '@tanstack/react-query';
import { Button, Form } from 'antd';
import { callQuery, useAction } from '#web/lib/http/queries.ts';
import { textOf, useText } from '#web/lib/i18n/i18n.ts';
import { ServiceFields } from '#web/ui/outbox/service-fields.tsx';
import { toast } from '#web/ui/feedback.tsx';
import { PageBody } from '#web/ui/page/page.tsx';
import { PageState } from '#web/ui/states/page-state.tsx';
import { messagingCalls } from '#shared/crm/messaging-services/messaging-calls.ts';
import type { OutputOf } from '#shared/wire/endpoint.ts';
import styles from './messaging.module.css';

/** The service that tells about companies. */
export function RegistryTab() {
  const query = useQuery(callQuery(messagingCalls.settings, {}));
  return (
    <PageBody>
      <PageState query={query}>
        {({ registry }) => (
          // begins anew from what is stored, as after an undo
          <RegistryForm key={`${registry.isOn} ${registry.url} ${registry.hasKey}`} registry={registry} />
        )}
      </PageState>
    </PageBody>
  );
}

interface Values {
  readonly isOn: boolean;
  readonly url: string;
  readonly key: string;
}

type Registry = OutputOf<typeof messagingCalls.settings>['registry'];

function RegistryForm({ registry }: { readonly registry: Registry }) {
  const text = useText();
  const [form] = Form.useForm<Values>();
  const save = useAction(messagingCalls.saveRegistry, {
    refreshes: [messagingCalls.settings],
    onDone: () => {
      toast.success(textOf('messaging.saved'));
      form.setFieldValue('key', '');
    },
  });
  const test = useAction(messagingCalls.testRegistry);
  const handleTest = () =>
    test.mutate(
      {},
      { onSuccess: ({ isAnswered, message }) => (isAnswered === 1 ? toast.success(message) : toast.error(message)) },
    );
  return (
    <Form<Values>
      form={form}
      layout="vertical"
      className={styles['form'] ?? ''}
      initialValues={{ isOn: registry.isOn === 1, url: registry.url, key: '' }}
      onFinish={({ isOn, ...values }) => save.mutate({ ...values, isOn: isOn ? 1 : 0 })}
    >
      <p>{text(`messaging.source_${registry.source}`)}</p>
      <ServiceFields hasKey={registry.hasKey === 1} />
      <dl className={styles['quota']}>
        <dt>{text('messaging.remaining')}</dt>
        <dd>{registry.remaining?.toLocaleString('en') ?? text('messaging.remaining_unknown')}</dd>
      </dl>
      <div className={styles['acts']}>
        <Button type="primary" htmlType="submit" loading={save.isPending}>
          {text('action.save')}
        </Button>
        <Button disabled={registry.url === ''} loading={test.isPending} onClick={handleTest}>
          {text('messaging.test')}
        </Button>
      </div>
    </Form>
  );
}

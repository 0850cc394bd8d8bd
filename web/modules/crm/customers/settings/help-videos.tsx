import { useQuery } from '@tanstack/react-query';
import { Button, Form, Input } from 'antd';
import { callQuery, useAction } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { toast } from '#web/ui/feedback.tsx';
import { PageState } from '#web/ui/states/page-state.tsx';
import { helpVideoCalls } from '#shared/admin/help-video-calls.ts';
import { customerType } from '#shared/crm/customer-type.ts';
import { opportunityType } from '#shared/crm/opportunities/opportunity-type.ts';
import type { MessageKey } from '#shared/i18n/translate.ts';
import styles from './settings.module.css';

/** Names of the types that have a help video. */
const names: Readonly<Record<number, MessageKey>> = {
  [customerType.code]: customerType.name,
  [opportunityType.code]: opportunityType.name,
};

/** Addresses of the help videos of the forms (R11.3). */
export function HelpVideos() {
  const text = useText();
  const videos = useQuery(callQuery(helpVideoCalls.get, {}));
  return (
    <>
      <p className={styles['hint']}>{text('help_video.hint')}</p>
      <PageState query={videos}>
        {(list) => list.map(({ type, url }) => <VideoForm key={`${type} ${url}`} type={type} url={url} />)}
      </PageState>
    </>
  );
}

function VideoForm({ type, url }: { readonly type: number; readonly url: string }) {
  const text = useText();
  const noun = names[type];
  const save = useAction(helpVideoCalls.set, {
    refreshes: [helpVideoCalls.get],
    onDone: () => toast.success(text('help_video.saved')),
  });
  if (noun === undefined) return null;
  return (
    <Form
      layout="vertical"
      initialValues={{ url }}
      onFinish={(values: { readonly url?: string }) => save.mutate({ type, url: values.url ?? '' })}
    >
      <Form.Item name="url" label={text('help_video.address', { name: text(noun) })}>
        <Input type="url" maxLength={500} placeholder="https://" allowClear />
      </Form.Item>
      <Button type="primary" htmlType="submit" disabled={save.isPending}>
        {text('action.save')}
      </Button>
    </Form>
  );
}

import { BellOutlined } from '@ant-design/icons';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { callQuery, refreshCalls } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { lazyOverlay } from '#web/lib/lazy-page.tsx';
import { usePush } from '#web/lib/push/push.ts';
import { NumberBadge } from '#web/ui/number-badge.tsx';
import { Popup } from '#web/ui/popup.tsx';
import { pushTypes } from '#shared/platform/push-calls.ts';
import { mentionCalls } from '#shared/record/calls/mention-calls.ts';

const MentionList = lazyOverlay(() => import('#web/shell/mentions/mention-list.tsx'), 'MentionList');

const perPage = 15;
/** The maximum that one call returns. */
const most = 100;

/** The number of unread follow-ups that mention the reader, and the list of them. */
export function MentionBell() {
  const text = useText();
  const client = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const [limit, setLimit] = useState(perPage);
  const query = useQuery({ ...callQuery(mentionCalls.list, { page: 1, limit }), placeholderData: keepPreviousData });
  usePush(pushTypes.mentioned, () => void refreshCalls(client, mentionCalls.list));
  return (
    <Popup
      isOpen={isOpen}
      onOpenChange={setOpen}
      title={text('mention.title')}
      placement="bottomRight"
      content={
        <MentionList
          query={query}
          {...(limit < most ? { onMore: () => setLimit(Math.min(limit + perPage, most)) } : {})}
          onClose={() => setOpen(false)}
        />
      }
    >
      <Button type="text" icon={<BellOutlined aria-hidden />} aria-haspopup="dialog" aria-expanded={isOpen}>
        <span className="only-read">{text('mention.open')}</span>
        <NumberBadge count={query.data?.unreadNum ?? 0} />
      </Button>
    </Popup>
  );
}

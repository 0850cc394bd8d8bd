import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, DatePicker, Input, Select } from 'antd';
import dayjs from 'dayjs';
import { useMemo, useState } from 'react';
import { callQuery, refreshCalls, useAction } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import styles from '#web/record/follow-ups.module.css';
import { newBatchId } from '#web/record/form-values.ts';
import { FileInput } from '#web/record/inputs/file-input.tsx';
import type { RecordScreen } from '#web/record/record-screen.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { confirm, toast } from '#web/ui/feedback.tsx';
import { PageState } from '#web/ui/page-state.tsx';
import { recordLogCalls, type FileRow, type FollowUpRow } from '#shared/record/record-calls.ts';

/** Follow-ups of a record: the box to write one stands on top, ready to type (ui "Drawer template"). */
export function FollowUps({ screen, id }: { readonly screen: RecordScreen; readonly id: number }) {
  const [limit, setLimit] = useState(10);
  const text = useText();
  const query = useQuery(callQuery(screen.calls.followUps, { [screen.type.idKey]: id, page: 1, limit }));
  return (
    <>
      <Composer screen={screen} id={id} />
      <PageState query={query} isEmpty={(rows) => rows.length === 0}>
        {(rows) => (
          <>
            <ol className={styles['list']}>
              {rows.map((row) => (
                <Entry key={row.recordId} screen={screen} row={row} />
              ))}
            </ol>
            {rows.length < limit || limit === 100 ? (
              <p className={styles['end']}>{text('detail.no_more')}</p>
            ) : (
              <Button block onClick={() => setLimit(Math.min(100, limit + 30))}>
                {text('action.more')}
              </Button>
            )}
          </>
        )}
      </PageState>
    </>
  );
}

function Composer({ screen, id }: { readonly screen: RecordScreen; readonly id: number }) {
  const text = useText();
  const client = useQueryClient();
  const categories = useQuery({ ...callQuery(recordLogCalls.categories, {}), staleTime: 600_000 });
  const [content, setContent] = useState('');
  const [category, setCategory] = useState<string>();
  const [nextTime, setNextTime] = useState('');
  const [files, setFiles] = useState<FileRow[]>([]);
  const [round, setRound] = useState(0);
  const batchId = useMemo(() => `${newBatchId()}${round}`, [round]);
  const add = useAction(screen.calls.followUp);
  const chosen = category ?? categories.data?.[0] ?? '';
  const publish = async () => {
    if (content.trim() === '') return toast.warning(text('detail.write_follow_up'));
    await add.mutateAsync({
      typesId: id,
      content,
      category: chosen,
      batchId,
      businessIds: [],
      contactsIds: [],
      ...(nextTime === '' ? {} : { nextTime }),
    });
    setContent('');
    setNextTime('');
    setFiles([]);
    setRound(round + 1);
    toast.success(text('action.done'));
    await refreshCalls(client, screen.calls.followUps, screen.calls.read, screen.calls.list, recordLogCalls.history);
  };
  return (
    <section className={styles['composer']} aria-label={text('detail.write_follow_up')}>
      <Input.TextArea
        value={content}
        rows={3}
        maxLength={1000}
        placeholder={text('detail.write_follow_up')}
        aria-label={text('detail.write_follow_up')}
        onChange={(event) => setContent(event.target.value)}
      />
      <div className={styles['options']}>
        <Select
          aria-label={text('detail.category')}
          value={chosen || undefined}
          style={{ minWidth: 120 }}
          options={(categories.data ?? []).map((value) => ({ value, label: value }))}
          onChange={setCategory}
        />
        <DatePicker
          showTime
          placeholder={text('detail.next_time')}
          aria-label={text('detail.next_time')}
          value={nextTime === '' ? null : dayjs(nextTime)}
          onChange={(next) => setNextTime(next ? next.format('YYYY-MM-DD HH:mm:ss') : '')}
        />
        <FileInput value={files} batchId={batchId} onChange={setFiles} />
        <Button type="primary" loading={add.isPending} onClick={() => void publish()}>
          {text('detail.publish')}
        </Button>
      </div>
    </section>
  );
}

function Entry({ screen, row }: { readonly screen: RecordScreen; readonly row: FollowUpRow }) {
  const text = useText();
  const remove = useAction(recordLogCalls.deleteFollowUp, {
    refreshes: [screen.calls.followUps, recordLogCalls.history],
  });
  const handleRemove = async () => {
    if (await confirm({ title: text('detail.delete_follow_up'), isDangerous: true }))
      remove.mutate({ recordId: row.recordId });
  };
  return (
    <li className={styles['entry']}>
      <Avatar name={row.realname} size={32} isDecorative />
      <div>
        <div className={styles['who']}>
          {row.realname} · {row.createTime} · {row.category}
          {row.mayDelete === 1 && (
            <Button type="link" size="small" onClick={() => void handleRemove()}>
              {text('action.delete')}
            </Button>
          )}
        </div>
        <p className={styles['content']}>{row.content}</p>
        {row.nextTime !== null && (
          <div className={styles['who']}>
            {text('detail.next_time')} {row.nextTime}
          </div>
        )}
        {row.img.length + row.file.length > 0 && (
          <FileInput value={[...row.img, ...row.file]} batchId={row.batchId} disabled onChange={() => undefined} />
        )}
      </div>
    </li>
  );
}

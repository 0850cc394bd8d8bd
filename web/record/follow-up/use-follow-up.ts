import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { call } from '#web/lib/http/client.ts';
import { callQuery, refreshCalls, useAction } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { namedIn, useDraft } from '#web/record/follow-up/draft.ts';
import type { RecordScreen } from '#web/record/record-screen.ts';
import { toast } from '#web/ui/feedback.tsx';
import { recordLogCalls } from '#shared/record/calls/record-log-calls.ts';

export type FollowUpInHand = ReturnType<typeof useFollowUp>;

/**
 * The follow-up that is being written about a record. There is one, wherever it is written: what was begun in the
 * drawer of the record is there in the run, and the other way round.
 */
export function useFollowUp({ type, calls }: RecordScreen, id: number) {
  const text = useText();
  const client = useQueryClient();
  const { draft, change, forget } = useDraft(`${type.name}.${id}`);
  const categories = useCategories();
  const category = draft.category || (categories[0] ?? '');
  const add = useAction(calls.followUp);
  const isPublishing = useRef(false);
  /** Whether it was published, its files with it; what stands against it is told, and what was written stays. */
  const publish = async (): Promise<boolean> => {
    if (isPublishing.current) return false;
    if (draft.content.trim() === '') {
      toast.warning(text('detail.write_follow_up'));
      return false;
    }
    isPublishing.current = true;
    try {
      // one may be faster than the kinds come
      const [usual = ''] = categories.length > 0 ? categories : await call(recordLogCalls.categories, {});
      await add.mutateAsync({
        typesId: id,
        content: draft.content,
        category: draft.category || usual,
        ...(draft.batchId !== '' && { batchId: draft.batchId }),
        businessIds: [],
        contactsIds: [...draft.contactsIds],
        mentionIds: namedIn(draft),
        ...(draft.nextTime !== '' && { nextTime: draft.nextTime }),
      });
    } catch {
      // told already
      return false;
    } finally {
      isPublishing.current = false;
    }
    forget();
    void refreshCalls(client, calls.followUps, calls.read, calls.list, recordLogCalls.history);
    return true;
  };
  return { draft, change, category, categories, publish, isPending: add.isPending };
}

/** The company's kinds of follow-ups, the usual one first; they hardly ever change. */
export function useCategories(): readonly string[] {
  const { data } = useQuery({ ...callQuery(recordLogCalls.categories, {}), staleTime: 600_000 });
  return data ?? [];
}

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
 * The follow-up draft of a record. It is shared by all places: a draft started in the record's detail is available in
 * the queue, and vice versa.
 */
export function useFollowUp({ type, calls }: RecordScreen, id: number) {
  const text = useText();
  const client = useQueryClient();
  const { draft, change, forget } = useDraft(`${type.name}.${id}`);
  const categories = useCategories();
  const category = draft.category || (categories[0] ?? '');
  const add = useAction(calls.followUp);
  const isPublishing = useRef(false);
  /** Whether it was published with its files; problems are reported, and the draft stays. */
  const publish = async (): Promise<boolean> => {
    if (isPublishing.current) return false;
    if (draft.content.trim() === '') {
      toast.warning(text('detail.write_follow_up'));
      return false;
    }
    isPublishing.current = true;
    try {
      // input may be faster than the kinds load
      const [usual = ''] = categories.length > 0 ? categories : await call(recordLogCalls.categories, {});
      await add.mutateAsync({
        typesId: id,
        content: draft.content,
        category: draft.category || usual,
        ...(draft.batchId !== '' && { batchId: draft.batchId }),
        ...draft.linked,
        mentionIds: namedIn(draft),
        ...(draft.nextTime !== '' && { nextTime: draft.nextTime }),
      });
    } catch {
      // already reported
      return false;
    } finally {
      isPublishing.current = false;
    }
    forget();
    const { counts, files, history } = recordLogCalls;
    void refreshCalls(client, calls.followUps, calls.read, calls.list, counts, files, history);
    return true;
  };
  return { draft, change, category, categories, publish, isPending: add.isPending };
}

/** The company's kinds of follow-ups, the default one first; they rarely change. */
export function useCategories(): readonly string[] {
  const { data } = useQuery({ ...callQuery(recordLogCalls.categories, {}), staleTime: 600_000 });
  return data ?? [];
}

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { callQuery, useAction } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { choiceOf, fixedNames, likelySurvivor, takenOf, type FieldChoice } from '#web/record/merge/merge-choice.ts';
import { MergeEffect } from '#web/record/merge/merge-effect.tsx';
import { MergeFields } from '#web/record/merge/merge-fields.tsx';
import { MergeSurvivor } from '#web/record/merge/merge-survivor.tsx';
import { nounOf, type ActionDialogProps } from '#web/record/record-screen.ts';
import { Dialog } from '#web/ui/sheet/dialog.tsx';
import { PageState } from '#web/ui/states/page-state.tsx';
import { idsOf } from '#web/record/row.ts';
import type { MergeCalls } from '#shared/record/calls/merge-calls.ts';

/** Merges the selected records: the survivor, the value of each differing field, and the effect. */
export function MergeDialog({
  screen,
  rows,
  calls,
  onClose,
  onDone,
}: ActionDialogProps & { readonly calls: MergeCalls }) {
  const text = useText();
  const ids = idsOf(screen.type, rows);
  const query = useQuery({ ...callQuery(calls.mergePreview, { ids }), staleTime: 0, gcTime: 0 });
  const merge = useAction(calls.merge, { onDone });
  const [picked, setPicked] = useState<number>();
  const [chosen, setChosen] = useState<FieldChoice>({});
  const preview = query.data;
  const survivor = picked ?? likelySurvivor(preview?.rows ?? []);
  const target = preview?.rows.find((row) => row.id === survivor);
  const handleMerge = () => {
    if (!preview || !target) return;
    merge.mutate(
      {
        targetId: survivor,
        ids: preview.rows.flatMap((row) => (row.id === survivor ? [] : [row.id])),
        fields: { ...takenOf(choiceOf(preview, survivor, chosen), survivor) },
        versions: Object.fromEntries(preview.rows.map((row) => [row.id, row.version])),
      },
      // they may have changed meanwhile: show the current state
      { onError: () => void query.refetch() },
    );
  };
  return (
    <Dialog
      open
      title={text('merge.title', { noun: text(nounOf(screen)) })}
      width={760}
      rootClassName="whole-on-phone"
      mask={{ closable: false }}
      okText={text('merge.action')}
      okButtonProps={{ disabled: !preview || !target || query.isFetching || fixedNames(preview).length > 0 }}
      cancelText={text('action.cancel')}
      confirmLoading={merge.isPending}
      onOk={handleMerge}
      onCancel={onClose}
    >
      <PageState query={query}>
        {(data) => {
          const choice = choiceOf(data, survivor, chosen);
          return (
            <>
              <MergeSurvivor preview={data} survivor={survivor} onPick={setPicked} />
              <MergeFields
                preview={data}
                choice={choice}
                survivor={survivor}
                onChoose={(fieldName, id) => setChosen({ ...chosen, [fieldName]: id })}
              />
              <MergeEffect preview={data} survivor={survivor} />
            </>
          );
        }}
      </PageState>
    </Dialog>
  );
}

import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { refreshCalls } from '#web/lib/http/queries.ts';
import { useMay } from '#web/lib/session/session.ts';
import { followUpTypes } from '#web/modules/crm/record-pages.ts';
import { FollowUpDialog } from '#web/record/follow-up/follow-up-dialog.tsx';
import { useScreenOf, usePickables, type Pickable } from '#web/record/picker/pickable.ts';
import { listOf } from '#web/record/picker/picked.ts';
import { RelationPicker } from '#web/record/picker/relation-picker.tsx';
import { toDoCalls } from '#shared/crm/to-do-calls.ts';
import { workbenchCalls } from '#shared/crm/workbench-calls.ts';

/** Whom a follow-up is about. */
export interface Subject {
  readonly type: Pick<Pickable, 'key' | 'load'>;
  readonly id: number;
  readonly name: string;
}

interface WriteFollowUpProps {
  /** Absent where it is chosen first. */
  readonly about?: Subject | undefined;
  readonly onClose: () => void;
}

/** A follow-up written without leaving the dashboard, which shows it at once. */
export function WriteFollowUp({ about, onClose }: WriteFollowUpProps) {
  const client = useQueryClient();
  const types = usePickables();
  const may = useMay();
  const [subject, setSubject] = useState(about);
  const screen = useScreenOf(subject?.type).data;
  if (!subject)
    return (
      <RelationPicker
        isSingle
        types={followUpTypes(may)}
        value={{}}
        onClose={onClose}
        onPick={(picked) => {
          const [one] = listOf(types, picked);
          if (one) setSubject({ type: one.type, ...one.record });
        }}
      />
    );
  if (!screen) return null;
  const { followUps, bulletin } = workbenchCalls;
  return (
    <FollowUpDialog
      screen={screen}
      id={subject.id}
      name={subject.name}
      isOpen
      onClose={onClose}
      onWritten={() => void refreshCalls(client, followUps, bulletin, toDoCalls.num, toDoCalls.run)}
    />
  );
}

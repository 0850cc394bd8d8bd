import { useNavigate } from 'react-router';
import { useMay } from '#web/lib/session/session.ts';
import { followUpTypes } from '#web/modules/crm/record-pages.ts';
import { listOf, type Picked } from '#web/record/picker/picked.ts';
import { usePickables } from '#web/record/picker/pickable.ts';
import { RelationPicker } from '#web/record/picker/relation-picker.tsx';
import type { Arrival } from '#web/record/list/arrival.ts';

/** Lets the user choose a record from any page, and opens it with the caret in the follow-up box. */
export function FollowUpStarter({ onClose }: { readonly onClose: () => void }) {
  const navigate = useNavigate();
  const types = usePickables();
  const start = (picked: Picked) => {
    onClose();
    for (const { type, record } of listOf(types, picked)) {
      const state: Arrival = { writesTo: record.id };
      void navigate(`${type.path}?rowId=${record.id}`, { state });
    }
  };
  return <RelationPicker isSingle types={followUpTypes(useMay())} value={{}} onClose={onClose} onPick={start} />;
}

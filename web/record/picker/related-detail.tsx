import { usePickables, useScreenOf } from '#web/record/picker/pickable.ts';
import type { OpenedRecord } from '#web/record/picker/related-link.tsx';
import { RecordDetail } from '#web/record/detail/record-detail.tsx';

/** The detail of a record of another type over the list that names it. */
export function RelatedDetail({ code, id, onClose }: OpenedRecord & { readonly onClose: () => void }) {
  const screen = useScreenOf(usePickables().find((one) => one.code === code)).data;
  return screen ? <RecordDetail screen={screen} id={id} onClose={onClose} /> : null;
}

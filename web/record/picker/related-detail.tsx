import { use } from 'react';
import { usePickables, useScreenOf } from '#web/record/picker/pickable.ts';
import type { OpenedRecord } from '#web/record/picker/related-link.tsx';
import { RecordDetailContext } from '#web/record/record-types.ts';

/** The detail of a related record over the list. */
export function RelatedDetail({ code, id, onClose }: OpenedRecord & { readonly onClose: () => void }) {
  const showDetail = use(RecordDetailContext);
  const screen = useScreenOf(usePickables().find((one) => one.code === code)).data;
  return screen ? showDetail({ screen, id, onClose }) : null;
}

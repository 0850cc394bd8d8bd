import { useQuery } from '@tanstack/react-query';
import { callQuery } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import styles from '#web/record/designer/designer.module.css';
import type { FieldDraft } from '#web/record/designer/field-drafts.ts';
import { fieldCalls } from '#shared/record/calls/field-calls.ts';
import { fieldIndexCalls } from '#shared/record/designer/field-index-calls.ts';

/** Milliseconds between two looks at what is under way. */
const between = 2000;

/** How far the indexes of a form are, asked again until all are ready. */
export const useIndexStates = (label: number) =>
  useQuery({
    ...callQuery(fieldIndexCalls.states, { label }),
    refetchInterval: ({ state: { data = [] } }) => (data.some(({ state }) => state !== 'ready') ? between : false),
  });

interface FormProgressProps {
  readonly label: number;
  /** As stored. */
  readonly drafts: readonly FieldDraft[];
}

/** What the last saves of the form have set going: records computed anew, indexes being built. */
export function FormProgress({ label, drafts }: FormProgressProps) {
  const text = useText();
  const { data: states = [] } = useIndexStates(label);
  const { data: recompute } = useQuery({
    ...callQuery(fieldCalls.recompute, { label }),
    refetchInterval: ({ state: { data } }) => (data?.running === 1 ? between : false),
  });
  const building = states.filter(({ state }) => state !== 'ready');
  const isComputing = recompute?.running === 1;
  return (
    <div role="status" className={styles['progress']}>
      {isComputing && (
        <p>
          {recompute.total === null
            ? text('designer.recomputing_soon')
            : text('designer.recomputing', { done: recompute.done, total: recompute.total })}
        </p>
      )}
      {building.map(({ fieldId, percent }) => {
        const name = drafts.find((draft) => draft.fieldId === fieldId)?.name ?? '';
        return <p key={fieldId}>{text('designer.index_progress', { name, percent })}</p>;
      })}
    </div>
  );
}

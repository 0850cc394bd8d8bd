import { useText } from '#web/lib/i18n/i18n.ts';
import { PeopleTable } from '#web/record/explain/people-table.tsx';
import { Dialog } from '#web/ui/sheet/dialog.tsx';
import { StatusTag } from '#web/ui/status-tag.tsx';
import { explainCalls } from '#shared/record/calls/explain-calls.ts';
import type { RecordType } from '#shared/record/record-type.ts';

interface ReadersDialogProps {
  readonly type: RecordType;
  readonly id: number;
  readonly onClose: () => void;
}

/** Everybody who can see a record, and why. */
export function ReadersDialog({ type, id, onClose }: ReadersDialogProps) {
  const text = useText();
  return (
    <Dialog open footer={null} width={760} title={text('explain.readers_of')} onCancel={onClose}>
      <PeopleTable
        call={explainCalls.whoReads}
        input={{ types: String(type.code), id }}
        said={[
          {
            key: 'writes',
            title: text('explain.functions'),
            of: ({ writable }) => (
              <StatusTag tone={writable === 1 ? 'success' : 'neutral'}>
                {text(writable === 1 ? 'explain.writes' : 'explain.sees')}
              </StatusTag>
            ),
          },
          {
            key: 'why',
            title: text('explain.why'),
            of: ({ reasons }) => reasons.map((reason) => <div key={reason}>{reason}</div>),
          },
        ]}
      />
    </Dialog>
  );
}

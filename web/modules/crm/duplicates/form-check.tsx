import { FileSearchOutlined } from '@ant-design/icons';
import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { isCallError } from '#web/lib/http/call-error.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { lazyOverlay } from '#web/lib/lazy-page.tsx';
import { askedOf, textToCheck } from '#web/modules/crm/duplicates/asked.ts';
import { duplicatesQuery, useKindOf } from '#web/modules/crm/duplicates/duplicate-kinds.ts';
import type { FieldAidProps } from '#web/record/form/form-aid.ts';
import { toast } from '#web/ui/feedback.tsx';
import { checkedIn } from '#shared/record/field.ts';

const DuplicateView = lazyOverlay(() => import('#web/modules/crm/duplicates/duplicate-view.tsx'), 'DuplicateView');

/** 查重 next to a name or a mobile (R18.5): reports when there is no match, and shows the matches. */
export function FormCheck({ screen, id, field, values }: FieldAidProps) {
  const text = useText();
  const client = useQueryClient();
  const kindKey = useKindOf(screen.type.name);
  const [isAsking, setAsking] = useState(false);
  const [shown, setShown] = useState<string | null>(null);
  if (checkedIn(field) === null || kindKey === null) return null;
  const handleCheck = async () => {
    const typed = textToCheck(field, values);
    if (typed === '') return toast.warning(text('duplicates.empty'));
    setAsking(true);
    try {
      const { rows } = await client.fetchQuery(duplicatesQuery(kindKey, askedOf(typed)));
      if (rows.some((duplicate) => duplicate.id !== id)) setShown(typed);
      else toast.info(text('duplicates.none'));
    } catch (error) {
      if (!isCallError(error)) throw error;
      toast.error(error.msg || text('state.failed'));
    } finally {
      setAsking(false);
    }
  };
  return (
    <>
      <Button
        size="small"
        type="link"
        icon={<FileSearchOutlined aria-hidden />}
        loading={isAsking}
        onClick={() => void handleCheck()}
      >
        {text('duplicates.check')}
      </Button>
      {shown !== null && (
        <DuplicateView kindKey={kindKey} typed={shown} except={id} isOverForm onClose={() => setShown(null)} />
      )}
    </>
  );
}

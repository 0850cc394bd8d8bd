import { FileSearchOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { useText } from '#web/lib/i18n/i18n.ts';
import { lazyOverlay } from '#web/lib/lazy-page.tsx';
import { listPath } from '#web/modules/crm/record-pages.ts';
import { kindOf, useDialogKinds, type KindKey } from '#web/modules/crm/duplicates/duplicate-kinds.ts';

const DuplicateDialog = lazyOverlay(
  () => import('#web/modules/crm/duplicates/duplicate-dialog.tsx'),
  'DuplicateDialog',
);
const DuplicateView = lazyOverlay(() => import('#web/modules/crm/duplicates/duplicate-view.tsx'), 'DuplicateView');

/** Milliseconds between opening the list and the dialog over it (R18.4). */
const viewDelay = 500;

interface Question {
  readonly kindKey: KindKey;
  readonly typed: string;
}

interface CheckProps {
  /** What opens it; the button of the header unless given. */
  readonly opener?: (open: () => void) => ReactNode;
}

/** 查重 in the header: asks for a search text, opens the list and shows the matches there (R18.4). */
export function DuplicateCheck({ opener }: CheckProps) {
  const text = useText();
  const navigate = useNavigate();
  const kinds = useDialogKinds();
  const [isAsking, setAsking] = useState(false);
  const [shown, setShown] = useState<Question | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const handleConfirm = (question: Question) => {
    setAsking(false);
    void navigate(listPath(kindOf(question.kindKey).typeName) ?? '/');
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setShown(question), viewDelay);
  };
  if (kinds.length === 0) return null;
  return (
    <>
      {opener?.(() => setAsking(true)) ?? (
        <Button type="text" icon={<FileSearchOutlined aria-hidden />} onClick={() => setAsking(true)}>
          {text('duplicates.check')}
        </Button>
      )}
      {isAsking && <DuplicateDialog kinds={kinds} onConfirm={handleConfirm} onClose={() => setAsking(false)} />}
      {shown && <DuplicateView key={`${shown.kindKey}/${shown.typed}`} {...shown} onClose={() => setShown(null)} />}
    </>
  );
}

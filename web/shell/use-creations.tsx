import { CommentOutlined } from '@ant-design/icons';
import { useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { useText } from '#web/lib/i18n/i18n.ts';
import { lazyOverlay } from '#web/lib/lazy-page.tsx';
import { useMay } from '#web/lib/session/session.ts';
import { followUpTypes } from '#web/modules/crm/record-pages.ts';
import { addressOf, type Page } from '#web/modules/page.ts';
import { quickCreateEntries } from '#web/shell/quick-create.ts';

const FollowUpStarter = lazyOverlay(() => import('#web/shell/follow-up-starter.tsx'), 'FollowUpStarter');

export interface Creation {
  readonly key: string;
  readonly icon: ReactNode;
  readonly label: string;
  readonly run: () => void;
}

/** What the person may begin from any page: the forms (R11.6), and a follow-up about any record. */
export function useCreations(allowed: readonly Page[]): {
  readonly creations: readonly Creation[];
  readonly dialog: ReactNode;
} {
  const text = useText();
  const may = useMay();
  const navigate = useNavigate();
  const [isChoosing, setChoosing] = useState(false);
  const forms = quickCreateEntries
    .filter(({ permission, path }) => may(permission) && allowed.some((page) => addressOf(page) === path))
    .map(({ title, icon: Icon, path }) => ({
      key: path,
      icon: <Icon aria-hidden />,
      label: text(title),
      run: () => void navigate(`${path}?create=1`),
    }));
  const followUp = {
    key: 'follow-up',
    icon: <CommentOutlined aria-hidden />,
    label: text('cell.follow_up'),
    run: () => setChoosing(true),
  };
  return {
    creations: followUpTypes(may).length > 0 ? [...forms, followUp] : forms,
    dialog: isChoosing && <FollowUpStarter onClose={() => setChoosing(false)} />,
  };
}

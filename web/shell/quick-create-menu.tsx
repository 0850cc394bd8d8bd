import { CommentOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Dropdown } from 'antd';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useText } from '#web/lib/i18n/i18n.ts';
import { lazyOverlay } from '#web/lib/lazy-page.tsx';
import { useMay } from '#web/lib/session/session.ts';
import { addressOf, type Page } from '#web/modules/page.ts';
import { followUpTypes, quickCreateEntries } from '#web/shell/quick-create.ts';

const FollowUpStarter = lazyOverlay(() => import('#web/shell/follow-up-starter.tsx'), 'FollowUpStarter');

interface QuickCreateProps {
  readonly allowed: readonly Page[];
  readonly isWide: boolean;
}

/** ＋新建: opens a form from any page (R11.6), or starts a follow-up. */
export function QuickCreate({ allowed, isWide }: QuickCreateProps) {
  const text = useText();
  const may = useMay();
  const navigate = useNavigate();
  const entries = quickCreateEntries.filter(
    ({ permission, path }) => may(permission) && allowed.some((page) => addressOf(page) === path),
  );
  const mayFollowUp = followUpTypes(may).length > 0;
  const [isChoosing, setChoosing] = useState(false);
  if (entries.length === 0 && !mayFollowUp) return null;
  const forms = entries.map(({ title, icon: Icon, path }) => ({
    key: path,
    icon: <Icon aria-hidden />,
    label: text(title),
    onClick: () => void navigate(`${path}?create=1`),
  }));
  const followUp = {
    key: 'follow-up',
    icon: <CommentOutlined aria-hidden />,
    label: text('cell.follow_up'),
    onClick: () => setChoosing(true),
  };
  return (
    <>
      <Dropdown trigger={['click']} menu={{ items: mayFollowUp ? [...forms, followUp] : forms }}>
        <Button type="text" icon={<PlusOutlined aria-hidden />} aria-label={text('action.create')}>
          {isWide && text('action.create')}
        </Button>
      </Dropdown>
      {isChoosing && <FollowUpStarter onClose={() => setChoosing(false)} />}
    </>
  );
}

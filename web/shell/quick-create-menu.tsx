import { PlusOutlined } from '@ant-design/icons';
import { Button, Dropdown } from 'antd';
import { useNavigate } from 'react-router';
import { useText } from '#web/lib/i18n/i18n.ts';
import { useMay } from '#web/lib/session/session.ts';
import { addressOf, type Page } from '#web/shell/page.ts';
import { quickCreateEntries } from '#web/shell/quick-create.ts';

interface QuickCreateProps {
  readonly allowed: readonly Page[];
  readonly isWide: boolean;
}

/** ＋新建: opens a form from wherever one is (spec §2). */
export function QuickCreate({ allowed, isWide }: QuickCreateProps) {
  const text = useText();
  const may = useMay();
  const navigate = useNavigate();
  const entries = quickCreateEntries.filter(
    ({ permission, path }) => may(permission) && allowed.some((page) => addressOf(page) === path),
  );
  if (entries.length === 0) return null;
  const items = entries.map(({ title, icon: Icon, path }) => ({
    key: path,
    icon: <Icon aria-hidden />,
    label: text(title),
    onClick: () => void navigate(`${path}?create=1`),
  }));
  return (
    <Dropdown trigger={['click']} menu={{ items }}>
      <Button type="text" icon={<PlusOutlined aria-hidden />} aria-label={text('action.create')}>
        {isWide && text('action.create')}
      </Button>
    </Dropdown>
  );
}

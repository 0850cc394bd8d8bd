import { PlusOutlined } from '@ant-design/icons';
import { Button, Dropdown } from 'antd';
import { useText } from '#web/lib/i18n/i18n.ts';
import type { Page } from '#web/modules/page.ts';
import { useCreations } from '#web/shell/use-creations.tsx';

/** ＋新建 in the header. */
export function QuickCreate({ allowed }: { readonly allowed: readonly Page[] }) {
  const text = useText();
  const { creations, dialog } = useCreations(allowed);
  if (creations.length === 0) return null;
  const items = creations.map(({ key, icon, label, run }) => ({ key, icon, label, onClick: run }));
  return (
    <>
      <Dropdown trigger={['click']} menu={{ items }}>
        <Button type="text" icon={<PlusOutlined aria-hidden />} aria-label={text('action.create')}>
          {text('action.create')}
        </Button>
      </Dropdown>
      {dialog}
    </>
  );
}

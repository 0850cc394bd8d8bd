import { MoreOutlined } from '@ant-design/icons';
import { Button, Dropdown } from 'antd';
import type { ReactNode } from 'react';
import { useText } from '#web/lib/i18n/i18n.ts';
import { useIsPhone } from '#web/lib/screen/is-phone.ts';

export interface PageAct {
  readonly key: string;
  readonly label: string;
  readonly icon?: ReactNode;
  readonly isPending?: boolean;
  readonly run: () => void;
}

/** Acts beside the title of a page; on a phone, where they would push it away, all in one menu. */
export function PageActs({ acts }: { readonly acts: readonly PageAct[] }) {
  const text = useText();
  const isPhone = useIsPhone();
  if (acts.length === 0) return null;
  if (!isPhone)
    return acts.map(({ key, label, icon, isPending = false, run }) => (
      <Button key={key} icon={icon} loading={isPending} onClick={run}>
        {label}
      </Button>
    ));
  const items = acts.map(({ key, label, icon, run }) => ({ key, label, icon, onClick: run }));
  return (
    <Dropdown trigger={['click']} menu={{ items }} placement="bottomRight">
      <Button icon={<MoreOutlined aria-hidden />} aria-label={text('list.more')} />
    </Dropdown>
  );
}

import { MoreOutlined } from '@ant-design/icons';
import { Button, Dropdown, type MenuProps } from 'antd';

interface MoreMenuProps {
  /** Of what the acts are, for readers who do not see where the button stands. */
  readonly label: string;
  readonly items: NonNullable<MenuProps['items']>;
  readonly className?: string;
}

/** The remaining acts on one of several things; nothing without any. */
export const MoreMenu = ({ label, items, className = '' }: MoreMenuProps) =>
  items.length > 0 && (
    <Dropdown trigger={['click']} menu={{ items }} placement="bottomRight">
      <Button type="text" size="small" className={className} icon={<MoreOutlined aria-hidden />} aria-label={label} />
    </Dropdown>
  );

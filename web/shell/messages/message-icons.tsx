import {
  AuditOutlined,
  BellOutlined,
  CalendarOutlined,
  CheckOutlined,
  ClockCircleOutlined,
  CloseOutlined,
  CommentOutlined,
  PayCircleOutlined,
  RollbackOutlined,
  SendOutlined,
  SoundOutlined,
  TeamOutlined,
} from '@ant-design/icons';
import type { ComponentType } from 'react';
import type { MessageIcon } from '#shared/messages/message-labels.ts';

interface Look {
  readonly icon: ComponentType<{ readonly 'aria-hidden'?: boolean }>;
  /** Red and amber ask for something, green is done. */
  readonly tone: 'plain' | 'primary' | 'success' | 'warning' | 'danger';
}

/** How each kind of event looks. */
export const messageLooks: Readonly<Record<MessageIcon, Look>> = {
  asked: { icon: AuditOutlined, tone: 'primary' },
  passed: { icon: CheckOutlined, tone: 'success' },
  rejected: { icon: CloseOutlined, tone: 'danger' },
  returned: { icon: RollbackOutlined, tone: 'plain' },
  late: { icon: ClockCircleOutlined, tone: 'warning' },
  comment: { icon: CommentOutlined, tone: 'plain' },
  copy: { icon: SendOutlined, tone: 'plain' },
  team: { icon: TeamOutlined, tone: 'plain' },
  mention: { icon: BellOutlined, tone: 'primary' },
  money: { icon: PayCircleOutlined, tone: 'plain' },
  date: { icon: CalendarOutlined, tone: 'warning' },
  notice: { icon: SoundOutlined, tone: 'plain' },
};

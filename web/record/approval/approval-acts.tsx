import { CheckOutlined, CloseOutlined, DownOutlined, EllipsisOutlined } from '@ant-design/icons';
import { Button, Dropdown } from 'antd';
import { useText } from '#web/lib/i18n/i18n.ts';
import { useShortcut } from '#web/lib/shortcuts.ts';
import styles from '#web/record/approval/approval.module.css';
import { mayDo, useDecisions } from '#web/record/approval/use-decisions.tsx';
import type { RecordScreen } from '#web/record/record-screen.ts';
import type { ApprovalRecord } from '#shared/approval/approval-calls.ts';
import type { MessageKey } from '#shared/i18n/translate.ts';

interface ActsProps {
  readonly screen: RecordScreen;
  readonly id: number;
  readonly approval: ApprovalRecord;
  /** A bar with big buttons at the lower edge of a phone. */
  readonly isBar?: boolean;
}

const names = {
  pass: 'approval.approve',
  reject: 'approval.reject',
  withdraw: 'approval.withdraw_act',
  add: 'approval.add',
  transfer: 'approval.transfer',
  return: 'approval.return',
  urge: 'approval.urge',
  copy: 'approval.copy',
} as const satisfies Readonly<Record<ReturnType<typeof mayDo>[number], MessageKey>>;

/** What the user can do with a document in approval: the two that decide as buttons, the rest below them. */
export function ApprovalActs({ screen, id, approval, isBar = false }: ActsProps) {
  const text = useText();
  const { start, dialog } = useDecisions(screen, id, approval);
  const offered = mayDo(approval);
  const decides = offered.includes('pass');
  useShortcut('a', () => start('pass'), { isOn: decides });
  useShortcut('r', () => start('reject'), { isOn: decides });
  const others = offered.filter((kind) => kind !== 'pass' && kind !== 'reject');
  const plain = decides ? [] : others.slice(0, 2);
  const rest = others.slice(plain.length);
  const size = isBar ? ('large' as const) : ('middle' as const);
  const more = rest.length > 0 && (
    <Dropdown
      trigger={['click']}
      menu={{
        items: rest.map((kind) => ({ key: kind, label: text(names[kind]) })),
        onClick: ({ key }) => start(key as (typeof rest)[number]),
      }}
    >
      <Button
        size={size}
        {...(isBar ? { icon: <EllipsisOutlined aria-hidden /> } : {})}
        aria-label={text('approval.more')}
      >
        {!isBar && (
          <>
            {text('approval.more')} <DownOutlined aria-hidden />
          </>
        )}
      </Button>
    </Dropdown>
  );
  return (
    <>
      {offered.length > 0 && (
        <div className={isBar ? styles['bar'] : styles['acts']} role="group" aria-label={text('approval.section')}>
          {isBar && more}
          {plain.map((kind) => (
            <Button key={kind} size={size} onClick={() => start(kind)}>
              {text(names[kind])}
            </Button>
          ))}
          {decides && (
            <>
              {isBar && <RejectButton size={size} onClick={() => start('reject')} />}
              <Button
                type="primary"
                size={size}
                icon={<CheckOutlined aria-hidden />}
                aria-keyshortcuts="a"
                onClick={() => start('pass')}
              >
                {text('approval.approve')}
              </Button>
              {!isBar && <RejectButton size={size} onClick={() => start('reject')} />}
            </>
          )}
          {!isBar && more}
        </div>
      )}
      {/* it stays with what was typed when the buttons go */}
      {dialog}
    </>
  );
}

function RejectButton({ size, onClick }: { readonly size: 'large' | 'middle'; readonly onClick: () => void }) {
  const text = useText();
  return (
    <Button danger size={size} icon={<CloseOutlined aria-hidden />} aria-keyshortcuts="r" onClick={onClick}>
      {text('approval.reject')}
    </Button>
  );
}

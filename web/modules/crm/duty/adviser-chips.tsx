import { DownOutlined } from '@ant-design/icons';
import { Button, Dropdown } from 'antd';
import { useState } from 'react';
import { useText } from '#web/lib/i18n/i18n.ts';
import { useIsPhone } from '#web/lib/screen/is-phone.ts';
import { UserPicker } from '#web/record/inputs/user-picker.tsx';
import { mostAdvisers } from '#shared/crm/duty/duty-calls.ts';
import type { MessageKey } from '#shared/i18n/translate.ts';
import { moved, type Adviser } from './duty-draft.ts';
import styles from './duty.module.css';

interface AdviserChipsProps {
  /** What the day is called. */
  readonly day: string;
  readonly advisers: readonly Adviser[];
  readonly onChange: (advisers: readonly Adviser[]) => void;
}

/** The advisers of a day in their order: dragged, or moved and removed by the menu of each; agents cannot be picked. */
export function AdviserChips({ day, advisers, onChange }: AdviserChipsProps) {
  const text = useText();
  const isPhone = useIsPhone();
  const [dragged, setDragged] = useState<number | null>(null);
  const move = (userId: number, place: number) => onChange(moved(advisers, userId, place));
  const without = (userId: number) => advisers.filter((one) => one.userId !== userId);
  return (
    <div className={styles['advisers']}>
      <ol aria-label={text('duty.advisers_of', { day })}>
        {advisers.map((adviser, place) => (
          <li
            key={adviser.userId}
            draggable
            data-dragged={dragged === adviser.userId}
            onDragStart={() => setDragged(adviser.userId)}
            onDragEnter={() => dragged !== null && dragged !== adviser.userId && move(dragged, place)}
            onDragOver={(event) => event.preventDefault()}
            onDragEnd={() => setDragged(null)}
          >
            <AdviserChip
              day={day}
              adviser={adviser}
              isFirst={place === 0}
              isLast={place === advisers.length - 1}
              onEarlier={() => move(adviser.userId, place - 1)}
              onLater={() => move(adviser.userId, place + 1)}
              onRemove={() => onChange(without(adviser.userId))}
            />
          </li>
        ))}
      </ol>
      <div className={styles['picker']}>
        <UserPicker
          noAgents
          isQuiet={!isPhone}
          value={[]}
          label={text('duty.add_to', { day })}
          placeholder={text('duty.add')}
          disabled={advisers.length >= mostAdvisers}
          onChange={(chosen) =>
            onChange([
              ...advisers,
              ...chosen
                .filter(({ userId }) => !advisers.some((one) => one.userId === userId))
                .map((one): Adviser => ({ ...one, lack: '' })),
            ])
          }
        />
      </div>
    </div>
  );
}

interface AdviserChipProps {
  readonly day: string;
  readonly adviser: Adviser;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly onEarlier: () => void;
  readonly onLater: () => void;
  readonly onRemove: () => void;
}

function AdviserChip({ day, adviser, isFirst, isLast, onEarlier, onLater, onRemove }: AdviserChipProps) {
  const text = useText();
  const { realname, lack } = adviser;
  const mark = lack === '' ? '' : text(`duty.marked_${lack}` as MessageKey);
  const items = [
    { key: 'earlier', label: text('duty.earlier'), disabled: isFirst, onClick: onEarlier },
    { key: 'later', label: text('duty.later'), disabled: isLast, onClick: onLater },
    { key: 'remove', label: text('duty.remove'), danger: true, onClick: onRemove },
  ];
  return (
    <Dropdown autoFocus trigger={['click']} menu={{ items }}>
      <Button
        size="small"
        className={styles['chip'] ?? ''}
        data-lack={lack}
        {...(lack !== '' && { title: text('duty.marked_hint') })}
        aria-label={text('duty.adviser_acts', { day, name: mark === '' ? realname : `${realname} ${mark}` })}
      >
        <span className={styles['name']}>{realname}</span> {mark !== '' && <small>{mark}</small>}
        <DownOutlined aria-hidden />
      </Button>
    </Dropdown>
  );
}

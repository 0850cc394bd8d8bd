import { useQuery } from '@tanstack/react-query';
import { Form } from 'antd';
import { use, useId, useState } from 'react';
import { callQuery } from '#web/lib/http/queries.ts';
import { useText, type Text } from '#web/lib/i18n/i18n.ts';
import { handOver, type HeldType } from '#web/modules/admin/staff/handover/hand-over.ts';
import styles from '#web/modules/admin/staff/handover/handover.module.css';
import { UserPicker, type UserChoice } from '#web/record/inputs/user-picker.tsx';
import { RecordTypesContext, type KnownType } from '#web/record/record-types.ts';
import { Dialog } from '#web/ui/sheet/dialog.tsx';
import { PageState } from '#web/ui/states/page-state.tsx';
import { userCalls, type UserRow } from '#shared/admin/user-calls.ts';
import { capitalised } from '#shared/text/capitalised.ts';
import type { MessageKey } from '#shared/i18n/translate.ts';
import type { OutputOf } from '#shared/wire/endpoint.ts';

interface HandoverDialogProps {
  readonly people: readonly UserRow[];
  /** Disables the people first, and answers whether that is done; absent where they are disabled already. */
  readonly disable?: () => Promise<boolean>;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Says what people still own before they are disabled, and transfers it to a colleague on request. */
export function HandoverDialog({ people, disable, onClose, onDone }: HandoverDialogProps) {
  const text = useText();
  const [owner, setOwner] = useState<readonly UserChoice[]>([]);
  const heirId = useId();
  const [isWorking, setWorking] = useState(false);
  const types = use(RecordTypesContext);
  const userIds = people.map(({ userId }) => userId);
  const query = useQuery({ ...callQuery(userCalls.held, { userIds }), staleTime: 0 });
  const held = heldTypes(query.data ?? [], types);
  const movable = held.filter(({ ids }) => ids.length > 0);
  const [heir] = owner;
  const isOneOfThem = heir !== undefined && userIds.includes(heir.userId);
  const submit = async () => {
    setWorking(true);
    try {
      if (disable && !(await disable())) return;
      if (heir) await handOver(text, movable, heir);
      onDone();
      onClose();
    } finally {
      setWorking(false);
    }
  };
  const willMove = movable.reduce((sum, { ids }) => sum + ids.length, 0);
  return (
    <Dialog
      open
      title={titleOf(text, people, disable !== undefined)}
      width={480}
      mask={{ closable: false }}
      okText={text(disable ? (heir ? 'handover.disable' : 'staff.disable') : 'handover.transfer')}
      okButtonProps={{
        danger: disable !== undefined,
        disabled: isOneOfThem || query.isPending || (!disable && (!heir || willMove === 0)),
      }}
      confirmLoading={isWorking}
      onOk={() => void submit()}
      onCancel={onClose}
      destroyOnHidden
    >
      {disable && <p>{text('staff.disable_effect')}</p>}
      <PageState query={query}>
        {() =>
          held.length === 0 ? (
            <p className={styles['hint']}>{text('handover.nothing')}</p>
          ) : (
            <>
              <p>{text('handover.holds')}</p>
              <ul className={styles['held']}>
                {held.map(({ type, count, ids }) => (
                  <li key={type.name}>
                    <span>{capitalised(text(`${type.name}.many` as MessageKey))}</span>
                    <b>{count.toLocaleString('en')}</b>
                    {ids.length < count && (
                      <small>{text('handover.movable', { count: ids.length.toLocaleString('en') })}</small>
                    )}
                  </li>
                ))}
              </ul>
              {movable.length > 0 ? (
                <Form layout="vertical">
                  <Form.Item
                    label={text('handover.to')}
                    htmlFor={heirId}
                    {...(isOneOfThem && { validateStatus: 'error', help: text('handover.themselves') })}
                    {...(disable && !isOneOfThem && { extra: text('handover.optional') })}
                  >
                    <UserPicker
                      id={heirId}
                      value={owner}
                      onChange={setOwner}
                      placeholder={text('record_action.choose_owner')}
                    />
                  </Form.Item>
                </Form>
              ) : (
                <p className={styles['hint']}>{text('handover.not_allowed')}</p>
              )}
            </>
          )
        }
      </PageState>
    </Dialog>
  );
}

function titleOf(text: Text, people: readonly UserRow[], isDisabling: boolean): string {
  const [first] = people;
  const params = { name: first?.realname ?? '', count: people.length };
  if (!isDisabling) return text(people.length === 1 ? 'handover.title_one' : 'handover.title_many', params);
  return text(people.length === 1 ? 'staff.disable_one' : 'staff.disable_many', params);
}

/** Types of the answer that the page knows, in its order. */
function heldTypes(held: OutputOf<typeof userCalls.held>, types: readonly KnownType[]): HeldType[] {
  return types.flatMap(({ type }) => {
    const found = held.find(({ typeName }) => typeName === type.name);
    return found ? [{ type, count: found.count, ids: found.ids }] : [];
  });
}

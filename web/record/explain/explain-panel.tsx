import { CheckOutlined, CloseOutlined, TeamOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { callQuery } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { lazyOverlay } from '#web/lib/lazy-page.tsx';
import { useMay, useSession } from '#web/lib/session/session.ts';
import { ActionField } from '#web/record/actions/action-field.tsx';
import styles from '#web/record/explain/explain-panel.module.css';
import { UserPicker, type UserChoice } from '#web/record/inputs/user-picker.tsx';
import { PageState } from '#web/ui/states/page-state.tsx';
import { StatusTag } from '#web/ui/status-tag.tsx';
import type { PanelProps } from '#web/record/record-screen.ts';
import { fieldLevel } from '#shared/admin/field-level.ts';
import { explainCalls } from '#shared/record/calls/explain-calls.ts';

const ReadersDialog = lazyOverlay(() => import('#web/record/explain/readers-dialog.tsx'), 'ReadersDialog');

const levelNames = {
  [fieldLevel.hidden]: 'explain.field_hidden',
  [fieldLevel.masked]: 'explain.field_masked',
  [fieldLevel.readOnly]: 'explain.field_read_only',
} as const;

/** Explains why a person sees a record and what they may do with it: for oneself; administrators for anybody. */
export function ExplainPanel({ screen, id }: PanelProps) {
  const text = useText();
  const { tree } = useSession();
  const may = useMay();
  const [isAskingWho, setAskingWho] = useState(false);
  const [people, setPeople] = useState<readonly UserChoice[]>([]);
  const userId = people[0]?.userId;
  const query = useQuery(
    callQuery(explainCalls.record, {
      types: String(screen.type.code),
      id,
      ...(userId === undefined ? {} : { userId }),
    }),
  );
  const mayAskForOthers = tree.allAuth.isAdmin === 1;
  return (
    <>
      {mayAskForOthers && (
        <ActionField label={text('explain.for')}>
          <UserPicker value={people} onChange={setPeople} placeholder={text('explain.myself')} />
        </ActionField>
      )}
      {may('manage:permission:update') && (
        <p>
          <Button icon={<TeamOutlined aria-hidden />} onClick={() => setAskingWho(true)}>
            {text('explain.readers')}
          </Button>
        </p>
      )}
      {isAskingWho && <ReadersDialog type={screen.type} id={id} onClose={() => setAskingWho(false)} />}
      <PageState query={query}>
        {({ realname, visible, writable, reasons, actions, fields }) => (
          <>
            <p>
              <strong>{realname}</strong>{' '}
              <StatusTag tone={visible === 1 ? 'success' : 'neutral'}>
                {text(visible === 1 ? 'explain.sees' : 'explain.sees_not')}
              </StatusTag>{' '}
              <StatusTag tone={writable === 1 ? 'success' : 'neutral'}>
                {text(writable === 1 ? 'explain.writes' : 'explain.writes_not')}
              </StatusTag>
            </p>
            <ul className={styles['reasons']}>
              {reasons.map((reason) => (
                <li key={reason.text}>
                  {reason.helps === 1 ? <CheckOutlined aria-hidden /> : <CloseOutlined aria-hidden />} {reason.text}
                </li>
              ))}
            </ul>
            {fields.length > 0 && (
              <>
                <h3>{text('explain.fields')}</h3>
                <ul className={styles['reasons']}>
                  {fields.map((field) => (
                    <li key={field.fieldName} className={styles['missing']}>
                      <CloseOutlined aria-hidden /> {field.name}
                      <small>{text(levelNames[field.level])}</small>
                    </li>
                  ))}
                </ul>
              </>
            )}
            <h3>{text('explain.functions')}</h3>
            <ul className={styles['reasons']}>
              {actions.map((action) => (
                <li key={action.permission} className={action.granted === 1 ? undefined : styles['missing']}>
                  {action.granted === 1 ? <CheckOutlined aria-hidden /> : <CloseOutlined aria-hidden />} {action.name}
                  <small>
                    {action.granted === 1
                      ? action.roles.join(text('record_action.comma'))
                      : text('explain.granted_by_none')}
                  </small>
                </li>
              ))}
            </ul>
          </>
        )}
      </PageState>
    </>
  );
}

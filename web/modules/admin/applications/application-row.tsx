import {
  CheckSquareOutlined,
  ContactsOutlined,
  IdcardOutlined,
  InboxOutlined,
  ProjectOutlined,
} from '@ant-design/icons';
import { Button } from 'antd';
import { useAction } from '#web/lib/http/queries.ts';
import { textOf, useText } from '#web/lib/i18n/i18n.ts';
import { useMay } from '#web/lib/session/session.ts';
import { confirm, toast } from '#web/ui/feedback.tsx';
import { StatusTag } from '#web/ui/status-tag.tsx';
import { applicationCalls, type ApplicationShown } from '#shared/admin/company/application-calls.ts';
import { applicationTypes } from '#shared/admin/company/applications.ts';
import { sessionCalls } from '#shared/auth/session-calls.ts';
import styles from './applications.module.css';

const icons = {
  oa: CheckSquareOutlined,
  crm: ContactsOutlined,
  project: ProjectOutlined,
  hrm: IdcardOutlined,
  jxc: InboxOutlined,
} as const;

/** An application with its switch; one that is still to come has a tag instead. */
export function ApplicationRow({ application }: { readonly application: ApplicationShown }) {
  const { settingId, module, name, status, type } = application;
  const text = useText();
  const mayTurn = useMay()('manage:configSet:update');
  const isOn = status === 1;
  const Icon = icons[module];
  const turn = useAction(applicationCalls.set, {
    // what this page may show is decided by it as well
    refreshes: [applicationCalls.list, sessionCalls.auth],
    onDone: (_answer, input) =>
      toast.success(textOf(input.status === 1 ? 'application.enabled' : 'application.disabled', { name })),
  });
  const handlePress = async () => {
    const isSure =
      !isOn ||
      (await confirm({
        title: text('application.disable_question', { name }),
        text: text('application.disable_effect'),
        okText: text('application.disable'),
        isDangerous: true,
      }));
    if (isSure) turn.mutate({ settingId, status: isOn ? 0 : 1 });
  };
  return (
    <li data-is={isOn ? 'on' : 'off'}>
      <Icon className={styles['icon']} aria-hidden />
      <div className={styles['words']}>
        <strong>{name}</strong>
        <span>{text(`application.${module}_text`)}</span>
      </div>
      {type === applicationTypes.coming ? (
        <StatusTag tone="neutral">{text('application.coming_tag')}</StatusTag>
      ) : (
        mayTurn && (
          <Button
            loading={turn.isPending}
            aria-label={text(isOn ? 'application.disable_named' : 'application.enable_named', { name })}
            onClick={() => void handlePress()}
          >
            {text(isOn ? 'application.disable' : 'application.enable')}
          </Button>
        )
      )}
    </li>
  );
}

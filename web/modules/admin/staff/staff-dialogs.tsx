import { Form, Input } from 'antd';
import { useState } from 'react';
import { HandOverDialog } from '#web/modules/admin/staff/handover/hand-over-dialog.tsx';
import { useRightsAction, useRightsTry } from '#web/modules/admin/rights-action.ts';
import { textOf, useText } from '#web/lib/i18n/i18n.ts';
import { toast } from '#web/ui/feedback.tsx';
import { Dialog } from '#web/ui/sheet/dialog.tsx';
import { roleCalls } from '#shared/admin/role-calls.ts';
import { userCalls, userStatus } from '#shared/admin/user-calls.ts';
import { MoveDialog } from './move/move-dialog.tsx';
import { OneTimePasswordField } from './one-time-password-field.tsx';
import { usernameRules } from './person-rules.ts';
import { RoleChoice } from './role-choice.tsx';
import { idsOf, type DialogProps, type StaffDialog } from './staff-acts.ts';
import { tellPerson } from './tell-person.tsx';
import styles from './staff-page.module.css';

interface StaffDialogsProps extends Omit<DialogProps, 'people'> {
  readonly dialog: StaffDialog | null;
}

const dialogs = {
  move: MoveDialog,
  reset: ResetDialog,
  rename: RenameDialog,
  roles: RolesDialog,
  disable: DisableDialog,
  handover: HandOver,
};

/** The dialog of an action that needs more than a confirmation. */
export function StaffDialogs({ dialog, onClose, onDone }: StaffDialogsProps) {
  if (!dialog) return null;
  const Dialog = dialogs[dialog.kind];
  return <Dialog people={dialog.people} onClose={onClose} onDone={onDone} />;
}

/** What one person holds, handed over. */
function HandOver({ people: [person], onClose, onDone }: DialogProps) {
  return person && <HandOverDialog {...person} onClose={onClose} onDone={onDone} />;
}

/** Ends the logins; who is disabled alone is asked at once who takes over. */
function DisableDialog({ people, onClose, onDone }: DialogProps) {
  const text = useText();
  const [isDisabled, setDisabled] = useState(false);
  const [isWorking, setWorking] = useState(false);
  const disable = useRightsTry(userCalls.setStatus, [userCalls.list]);
  const [first] = people;
  const single = people.length === 1 ? first : undefined;
  const submit = async () => {
    setWorking(true);
    const answer = await disable({ userIds: idsOf(people), status: userStatus.disabled });
    setWorking(false);
    if (answer === 'done') {
      toast.success(textOf('staff.disabled', { count: people.length }));
      if (single) return setDisabled(true);
      onDone();
    }
    // what waits for a confirmation is not done, and has been said
    if (answer !== 'refused') onClose();
  };
  const close = () => {
    onDone();
    onClose();
  };
  if (isDisabled && single) return <HandOverDialog {...single} onClose={close} onDone={onDone} />;
  return (
    <Dialog
      open
      title={
        single
          ? text('staff.disable_one', { name: single.realname })
          : text('staff.disable_many', { count: people.length })
      }
      width={480}
      mask={{ closable: false }}
      okText={text('staff.disable')}
      okButtonProps={{ danger: true }}
      confirmLoading={isWorking}
      onOk={() => void submit()}
      onCancel={onClose}
    >
      <p>{text('staff.disable_effect')}</p>
      <p className={styles['hint']}>{text(single ? 'hand_over.next' : 'hand_over.later')}</p>
    </Dialog>
  );
}

/** One or several people get a one-time password; their logins end (security N12). */
function ResetDialog({ people, onClose, onDone }: DialogProps) {
  const text = useText();
  const [form] = Form.useForm<{ password: string }>();
  const [first] = people;
  const single = people.length === 1 ? first : undefined;
  const reset = useRightsAction(userCalls.resetPassword, {
    onDone: ({ password }, isAsked) => {
      onClose();
      onDone();
      if (isAsked) return;
      void tellPerson({
        title: textOf('staff.reset_done'),
        password: String(password),
        ...(single && { username: single.username }),
      });
    },
  });
  const title = single
    ? text('staff.reset_one', { name: single.realname })
    : text('staff.reset_many', { count: people.length });
  return (
    <Dialog
      open
      title={title}
      width={480}
      mask={{ closable: false }}
      okText={text('staff.reset')}
      confirmLoading={reset.isPending}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <p className={styles['hint']}>{text('staff.reset_effect')}</p>
      <Form
        form={form}
        layout="vertical"
        initialValues={{ password: '' }}
        onFinish={({ password }) => reset.mutate({ userIds: idsOf(people), password })}
      >
        <OneTimePasswordField isFirst hint={text(single ? 'staff.one_time_hint' : 'staff.one_time_shared')} />
      </Form>
    </Dialog>
  );
}

/** A new login name comes with a new password; both must be passed on to the person. */
function RenameDialog({ people: [person], onClose, onDone }: DialogProps) {
  const text = useText();
  const [form] = Form.useForm<{ username: string; password: string }>();
  const rename = useRightsAction(userCalls.rename, {
    refreshes: [userCalls.list],
    onDone: ({ username, password }, isAsked) => {
      onClose();
      onDone();
      if (isAsked) return;
      void tellPerson({
        title: textOf('staff.rename_done'),
        username: String(username),
        password: String(password),
      });
    },
  });
  if (!person) return null;
  return (
    <Dialog
      open
      title={text('staff.rename_one', { name: person.realname })}
      width={480}
      mask={{ closable: false }}
      okText={text('action.save')}
      confirmLoading={rename.isPending}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <p className={styles['hint']}>{text('staff.reset_effect')}</p>
      <Form
        form={form}
        layout="vertical"
        initialValues={{ username: '', password: '' }}
        onFinish={({ username, password }) => rename.mutate({ id: person.userId, username: username.trim(), password })}
      >
        <Form.Item name="username" label={text('staff.new_username')} rules={usernameRules('staff.new_username')}>
          <Input autoFocus inputMode="tel" maxLength={40} autoComplete="off" placeholder={person.username} />
        </Form.Item>
        <OneTimePasswordField hint={text('staff.one_time_hint')} />
      </Form>
    </Dialog>
  );
}

/** Roles to add to those that people have. */
function RolesDialog({ people, onClose, onDone }: DialogProps) {
  const text = useText();
  const [form] = Form.useForm<{ roleIds: number[] }>();
  const add = useRightsAction(roleCalls.relateUsers, {
    refreshes: [userCalls.list],
    onDone: (_input, isAsked) => {
      if (!isAsked) toast.success(textOf('action.done'));
      onClose();
      onDone();
    },
  });
  return (
    <Dialog
      open
      title={text('staff.add_roles_many', { count: people.length })}
      width={480}
      mask={{ closable: false }}
      okText={text('action.save')}
      confirmLoading={add.isPending}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <Form
        form={form}
        layout="vertical"
        initialValues={{ roleIds: [] }}
        onFinish={({ roleIds }) => add.mutate({ userIds: idsOf(people), roleIds })}
      >
        <Form.Item
          name="roleIds"
          label={text('staff.roles')}
          extra={text('staff.add_roles_hint')}
          rules={[{ required: true, type: 'array', message: text('staff.choose_roles') }]}
        >
          <RoleChoice />
        </Form.Item>
      </Form>
    </Dialog>
  );
}

import { Button, Form, InputNumber } from 'antd';
import { useState } from 'react';
import { useAction } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { someRule } from '#web/modules/admin/staff/person-rules.ts';
import { DepartmentField } from '#web/modules/admin/staff/picker-fields.tsx';
import { RoleChoice } from '#web/modules/admin/staff/role-choice.tsx';
import type { DepartmentChoice } from '#web/record/inputs/department-path.ts';
import { Dialog } from '#web/ui/sheet/dialog.tsx';
import { CopiedText } from '#web/ui/values/copied-text.tsx';
import { inviteCalls, inviteDays, invitePeople } from '#shared/admin/invite/invite-calls.ts';
import type { OutputOf } from '#shared/wire/endpoint.ts';
import styles from './invite.module.css';

interface MakeInviteProps {
  readonly deptId: number | null;
  readonly onClose: () => void;
}

/** A new link, which is shown once. */
export function MakeInvite({ deptId, onClose }: MakeInviteProps) {
  const [made, setMade] = useState<Made | null>(null);
  return made ? (
    <MadeLink made={made} onClose={onClose} />
  ) : (
    <InviteForm deptId={deptId} onMade={setMade} onClose={onClose} />
  );
}

type Made = OutputOf<typeof inviteCalls.create>;

function MadeLink({ made: { token, validUntil }, onClose }: { readonly made: Made; readonly onClose: () => void }) {
  const text = useText();
  return (
    <Dialog
      open
      width={560}
      title={text('invite.made')}
      mask={{ closable: false }}
      footer={
        <Button type="primary" onClick={onClose}>
          {text('action.close')}
        </Button>
      }
      onCancel={onClose}
    >
      <p className={styles['hint']}>{text('invite.made_hint', { time: validUntil.slice(0, 16) })}</p>
      <CopiedText label={text('invite.link')} value={`${location.origin}/join/${token}`} />
    </Dialog>
  );
}

interface Values {
  readonly department: readonly DepartmentChoice[];
  readonly roleIds: readonly number[];
  readonly days: number;
  readonly most: number;
}

interface InviteFormProps extends MakeInviteProps {
  readonly onMade: (made: Made) => void;
}

function InviteForm({ deptId, onMade, onClose }: InviteFormProps) {
  const text = useText();
  const [form] = Form.useForm<Values>();
  const start: Values = {
    // its name comes with the tree
    department: deptId === null ? [] : [{ deptId, name: '' }],
    roleIds: [],
    days: inviteDays.usual,
    most: invitePeople.usual,
  };
  const create = useAction(inviteCalls.create, { refreshes: [inviteCalls.list], onDone: onMade });
  const send = ({ department: [chosen], roleIds, days, most }: Values) =>
    create.mutate({ deptId: chosen?.deptId ?? 0, roleIds: [...roleIds], days, most });
  return (
    <Dialog
      open
      width={560}
      title={text('invite.make')}
      mask={{ closable: false }}
      okText={text('invite.create')}
      confirmLoading={create.isPending}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <p className={styles['hint']}>{text('invite.make_hint')}</p>
      <Form<Values> form={form} layout="vertical" initialValues={start} onFinish={send}>
        <Form.Item name="department" label={text('person.dept')} required rules={[someRule('staff.dept_required')]}>
          <DepartmentField />
        </Form.Item>
        <Form.Item
          name="roleIds"
          label={text('staff.roles')}
          extra={text('invite.roles_hint')}
          required
          rules={[someRule('staff.choose_roles')]}
        >
          <RoleChoice onlyOwn />
        </Form.Item>
        <div className={styles['numbers']}>
          <NumberItem name="days" label={text('invite.days')} within={inviteDays} />
          <NumberItem name="most" label={text('invite.most')} within={invitePeople} />
        </div>
      </Form>
    </Dialog>
  );
}

interface NumberItemProps {
  readonly name: 'days' | 'most';
  readonly label: string;
  readonly within: { readonly least: number; readonly most: number };
}

function NumberItem({ name, label, within: { least, most } }: NumberItemProps) {
  const text = useText();
  const message = text('invite.number_wrong', { least, most });
  return (
    <Form.Item name={name} label={label} rules={[{ required: true, type: 'integer', min: least, max: most, message }]}>
      <InputNumber className={styles['number'] ?? ''} inputMode="numeric" precision={0} />
    </Form.Item>
  );
}

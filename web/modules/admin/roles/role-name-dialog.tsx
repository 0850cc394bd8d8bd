import { Form, Input } from 'antd';
import { useAction } from '#web/lib/http/queries.ts';
import { textOf, useText } from '#web/lib/i18n/i18n.ts';
import { toast } from '#web/ui/feedback.tsx';
import { Dialog } from '#web/ui/sheet/dialog.tsx';
import { roleCalls, type RoleRow, type RoleType } from '#shared/admin/role-calls.ts';
import { userCalls } from '#shared/admin/user-calls.ts';

interface RoleNameDialogProps {
  /** Null for a new one. */
  readonly role: RoleRow | null;
  readonly roleType: RoleType;
  readonly onClose: () => void;
  readonly onAdded: (roleId: number) => void;
}

const refreshes = [roleCalls.byType, roleCalls.all, userCalls.list];

/** Adds a role without rights, or renames one. */
export function RoleNameDialog({ role, roleType, onClose, onAdded }: RoleNameDialogProps) {
  const text = useText();
  const [form] = Form.useForm<{ name: string }>();
  const add = useAction(roleCalls.add, {
    refreshes,
    onDone: ({ roleId }) => {
      toast.success(textOf('role.added'));
      onClose();
      onAdded(roleId);
    },
  });
  const rename = useAction(roleCalls.update, {
    refreshes,
    onDone: () => {
      toast.success(textOf('role.saved'));
      onClose();
    },
  });
  const handleFinish = ({ name }: { name: string }) => {
    const roleName = name.trim();
    if (role) rename.mutate({ roleId: role.roleId, roleName });
    else add.mutate({ roleName, roleType });
  };
  return (
    <Dialog
      open
      title={text(role ? 'role.rename' : 'role.new')}
      width={480}
      mask={{ closable: false }}
      okText={text('action.save')}
      confirmLoading={add.isPending || rename.isPending}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <Form form={form} layout="vertical" initialValues={{ name: role?.roleName ?? '' }} onFinish={handleFinish}>
        <Form.Item
          name="name"
          label={text('role.name')}
          rules={[{ required: true, whitespace: true, message: text('field.required', { name: text('role.name') }) }]}
        >
          <Input autoFocus maxLength={50} />
        </Form.Item>
      </Form>
    </Dialog>
  );
}

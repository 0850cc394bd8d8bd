import { useQuery } from '@tanstack/react-query';
import { Form, Input } from 'antd';
import { callQuery, useAction } from '#web/lib/http/queries.ts';
import { textOf, useText } from '#web/lib/i18n/i18n.ts';
import { MenuTree } from '#web/modules/admin/menu-tree.tsx';
import { toast } from '#web/ui/feedback.tsx';
import { Dialog } from '#web/ui/sheet/dialog.tsx';
import { PageState } from '#web/ui/states/page-state.tsx';
import type { MenuNode } from '#shared/admin/menu-calls.ts';
import { projectRoleCalls, projectRoleRemarkLimit, type ProjectRole } from '#shared/admin/project-role-calls.ts';

interface ProjectRoleDialogProps {
  /** Null for a new one. */
  readonly edited: ProjectRole | null;
  readonly onClose: () => void;
}

interface Values {
  readonly roleName: string;
  readonly remark: string;
  readonly rules: ReadonlySet<number>;
}

/** Adds a role that members of projects can have, or changes it. */
export function ProjectRoleDialog({ edited, onClose }: ProjectRoleDialogProps) {
  const text = useText();
  const [form] = Form.useForm<Values>();
  const menus = useQuery(callQuery(projectRoleCalls.menus, {}));
  const save = useAction(projectRoleCalls.save, {
    refreshes: [projectRoleCalls.list],
    onDone: () => {
      toast.success(textOf('project_role.saved'));
      onClose();
    },
  });
  const handleFinish = ({ roleName, remark, rules }: Values) =>
    save.mutate({
      ...(edited && { roleId: edited.roleId }),
      roleName: roleName.trim(),
      remark,
      rules: [...rules],
    });
  return (
    <Dialog
      open
      width={700}
      title={edited ? text('project_role.edit_named', { name: edited.roleName }) : text('project_role.add')}
      mask={{ closable: false }}
      okText={text('action.save')}
      confirmLoading={save.isPending}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <Form<Values>
        form={form}
        layout="vertical"
        initialValues={{
          roleName: edited?.roleName ?? '',
          remark: edited?.remark ?? '',
          rules: new Set(edited?.rules ?? []),
        }}
        onFinish={handleFinish}
      >
        <Form.Item
          name="roleName"
          label={text('project_role.name')}
          rules={[
            { required: true, whitespace: true, message: text('field.required', { name: text('project_role.name') }) },
          ]}
        >
          <Input autoFocus maxLength={50} />
        </Form.Item>
        <Form.Item name="remark" label={text('project_role.remark')}>
          <Input.TextArea rows={2} maxLength={projectRoleRemarkLimit} showCount />
        </Form.Item>
        <h3>{text('project_role.rules')}</h3>
        <PageState query={menus} isEmpty={() => false}>
          {(root) => (
            <Form.Item name="rules" noStyle>
              <Rules root={root} />
            </Form.Item>
          )}
        </PageState>
      </Form>
    </Dialog>
  );
}

interface RulesProps {
  readonly root: MenuNode;
  readonly value?: ReadonlySet<number>;
  readonly onChange?: (rules: ReadonlySet<number>) => void;
}

function Rules({ root, value, onChange }: RulesProps) {
  return <MenuTree root={root} granted={value ?? new Set()} onChange={(rules) => onChange?.(rules)} />;
}

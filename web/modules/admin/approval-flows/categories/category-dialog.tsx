import { Form, Input } from 'antd';
import { useState } from 'react';
import { useAction } from '#web/lib/http/queries.ts';
import { textOf, useText } from '#web/lib/i18n/i18n.ts';
import { newStep, sentSteps, stepDrafts } from '#web/modules/admin/approval-flows/flow-draft.ts';
import { StepsInput, type DraftOfSteps } from '#web/modules/admin/approval-flows/steps/steps-input.tsx';
import type { DepartmentChoice } from '#web/record/inputs/department-path.ts';
import { DepartmentPicker } from '#web/record/inputs/department-picker.tsx';
import { UserPicker, type UserChoice } from '#web/record/inputs/user-picker.tsx';
import { toast } from '#web/ui/feedback.tsx';
import { Dialog } from '#web/ui/sheet/dialog.tsx';
import { confirmLeaving } from '#web/ui/unsaved-changes.ts';
import { examineTypes } from '#shared/approval/flow.ts';
import {
  approvalCategoryCalls,
  categoryLimits,
  type ApprovalCategory,
} from '#shared/oa/approval-categories/category-calls.ts';
import styles from './categories.module.css';

interface CategoryDialogProps {
  /** Null for a new one. */
  readonly edited: ApprovalCategory | null;
  readonly onClose: () => void;
  /** After a new one has been added. */
  readonly onMade: (categoryId: number, name: string) => void;
}

interface Values {
  readonly title: string;
  readonly remarks: string;
  readonly users: UserChoice[];
  readonly depts: DepartmentChoice[];
}

/** Adds what people can apply for, or changes it: who sees it and who decides. */
export function CategoryDialog({ edited, onClose, onMade }: CategoryDialogProps) {
  const text = useText();
  const [form] = Form.useForm<Values>();
  const [initial] = useState<DraftOfSteps>(() => ({
    examineType: edited?.examineType === examineTypes.fixed ? examineTypes.fixed : examineTypes.chosen,
    steps: edited && edited.stepList.length > 0 ? stepDrafts(edited.stepList) : [newStep()],
  }));
  const [flow, setFlow] = useState(initial);
  const save = useAction(approvalCategoryCalls.save, {
    refreshes: [approvalCategoryCalls.list, approvalCategoryCalls.one, approvalCategoryCalls.offered],
  });
  const close = async () => {
    if ((flow !== initial || form.isFieldsTouched()) && !(await confirmLeaving())) return;
    onClose();
  };
  const handleFinish = ({ title, remarks, users, depts }: Values) =>
    save.mutate(
      {
        ...(edited && { id: edited.categoryId }),
        title: title.trim(),
        remarks,
        userIds: users.map(({ userId }) => userId),
        deptIds: depts.map(({ deptId }) => deptId),
        examineType: flow.examineType,
        step: sentSteps(flow),
      },
      {
        onSuccess: ({ categoryId }) => {
          if (!edited) return onMade(categoryId, title.trim());
          toast.success(textOf('approval_category.saved'));
          return onClose();
        },
      },
    );
  const name = text('approval_category.name');
  return (
    <Dialog
      open
      width={720}
      rootClassName="whole-on-phone"
      title={edited ? text('approval_category.edit_named', { name: edited.title }) : text('approval_category.add')}
      mask={{ closable: false }}
      okText={text('action.save')}
      confirmLoading={save.isPending}
      onOk={() => form.submit()}
      onCancel={() => void close()}
    >
      <Form<Values>
        form={form}
        layout="vertical"
        initialValues={{
          title: edited?.title ?? '',
          remarks: edited?.remarks ?? '',
          users: edited?.userIds ?? [],
          depts: (edited?.deptIds ?? []).map(({ id, name: called }) => ({ deptId: id, name: called })),
        }}
        onFinish={handleFinish}
      >
        <Form.Item
          name="title"
          label={name}
          rules={[{ required: true, whitespace: true, message: text('field.required', { name }) }]}
        >
          <Input autoFocus maxLength={categoryLimits.title} />
        </Form.Item>
        <Form.Item name="users" label={text('approval_category.people')} extra={text('approval_category.scope_hint')}>
          <People />
        </Form.Item>
        <Form.Item name="depts" label={text('approval_category.depts')}>
          <Departments />
        </Form.Item>
        <Form.Item name="remarks" label={text('approval_category.remarks')}>
          <Input.TextArea rows={2} maxLength={categoryLimits.remarks} showCount />
        </Form.Item>
        <div className={styles['steps']}>
          <StepsInput draft={flow} onChange={(change) => setFlow((before) => ({ ...before, ...change }))} />
        </div>
      </Form>
    </Dialog>
  );
}

interface Chosen<T> {
  readonly id?: string;
  readonly value?: T[];
  readonly onChange?: (value: T[]) => void;
}

const People = ({ value = [], onChange = () => undefined, ...rest }: Chosen<UserChoice>) => (
  <UserPicker multiple value={value} onChange={onChange} {...rest} />
);

const Departments = ({ value = [], onChange = () => undefined, ...rest }: Chosen<DepartmentChoice>) => (
  <DepartmentPicker multiple value={value} onChange={onChange} {...rest} />
);

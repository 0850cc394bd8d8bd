import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Form, Input, Select } from 'antd';
import { useRef, useState } from 'react';
import { isCallError } from '#web/lib/http/call-error.ts';
import { callQuery, refreshCalls, useAction } from '#web/lib/http/queries.ts';
import { textOf, useText } from '#web/lib/i18n/i18n.ts';
import { useShortcut } from '#web/lib/shortcuts.ts';
import { toast } from '#web/ui/feedback.tsx';
import { useHandOverOffer } from '#web/modules/admin/hand-over-offer.ts';
import { isWaiting, tellWaiting } from '#web/modules/admin/rights-action.ts';
import { Dialog } from '#web/ui/sheet/dialog.tsx';
import { useUnsavedChanges } from '#web/ui/unsaved-changes.ts';
import { departmentCalls } from '#shared/admin/department-calls.ts';
import { rightsRequestCalls } from '#shared/admin/rights-request-calls.ts';
import { userCalls, type UserRow } from '#shared/admin/user-calls.ts';
import { OneTimePasswordField } from './one-time-password-field.tsx';
import { additionOf, blankPerson, changeOf, differs, isMoved, valuesOf, type PersonValues } from './person-values.ts';
import { DepartmentField, UserField } from './picker-fields.tsx';
import { emailRule, required, someRule, usernameRules } from './person-rules.ts';
import { RoleChoice } from './role-choice.tsx';
import { tellPerson } from './tell-person.tsx';
import styles from './staff-page.module.css';

interface PersonFormProps {
  /** Absent for a new one. */
  readonly person?: UserRow;
  /** Initial department of a new one. */
  readonly deptId: number | null;
  readonly onClose: () => void;
}

const sexes = [0, 1, 2] as const;

/** 新建员工, 编辑员工 (R5.10). */
export function PersonForm({ person, deptId, onClose }: PersonFormProps) {
  const departments = useQuery(callQuery(departmentCalls.tree, {}));
  const [start] = useState<PersonValues>(() => {
    const dept = departments.data?.find(({ id }) => id === deptId);
    return person ? valuesOf(person) : blankPerson(dept ? [{ deptId: dept.id, name: dept.name }] : []);
  });
  const text = useText();
  const [form] = Form.useForm<PersonValues>();
  const [hasChanges, setHasChanges] = useState(false);
  const release = useUnsavedChanges(hasChanges);
  const save = usePersonSave(person, start);
  const offerHandOver = useHandOverOffer();
  useShortcut('Control+Enter', () => form.submit(), { whileTyping: true, inDialog: true });

  const handleFinish = async (values: PersonValues) => {
    const problem = await save.run({ ...start, ...values });
    if (problem === 'told') return;
    if (problem) {
      form.setFields([{ name: problem.field, errors: [problem.msg] }]);
      form.focusField(problem.field);
      return;
    }
    release();
    onClose();
    const { asked } = save;
    if (person && asked.current !== '') return void tellWaiting(asked.current);
    if (person) {
      toast.success(textOf('staff.saved'));
      if (isMoved(start, { ...start, ...values })) void offerHandOver([person]);
    } else await tellPerson({ title: textOf('staff.added_title'), ...values });
    if (!person && asked.current !== '') await tellWaiting(asked.current);
  };
  return (
    <Dialog
      open
      isInAddress
      title={text(person ? 'staff.edit' : 'staff.new')}
      width={760}
      rootClassName="whole-on-phone"
      style={{ top: 24 }}
      mask={{ closable: false }}
      classNames={{ footer: styles['save'] ?? '' }}
      okText={text('action.save')}
      confirmLoading={save.isPending}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <Form<PersonValues>
        form={form}
        layout="vertical"
        initialValues={start}
        scrollToFirstError={{ focus: true, block: 'center' }}
        onValuesChange={(_changed, values) => setHasChanges(differs(start, { ...start, ...values }))}
        onFinish={(values) => void handleFinish(values)}
      >
        <h3 className={styles['section']}>{text('staff.section_login')}</h3>
        <div className={styles['grid']}>
          <UsernameItem isNew={person === undefined} />
          {!person && <OneTimePasswordField hint={text('staff.one_time_hint')} />}
        </div>
        <h3 className={styles['section']}>{text('staff.section_person')}</h3>
        <div className={styles['grid']}>
          <Form.Item name="realname" label={text('person.realname')} rules={[required('user.name_required')]}>
            <Input maxLength={50} autoFocus={person !== undefined} />
          </Form.Item>
          <Form.Item name="sex" label={text('person.sex')}>
            <Select options={sexes.map((value) => ({ value, label: text(`person.sex_${value}`) }))} />
          </Form.Item>
          <Form.Item name="email" label={text('person.email')} rules={[emailRule]}>
            <Input type="email" maxLength={254} autoComplete="off" />
          </Form.Item>
          <Form.Item name="post" label={text('person.post')}>
            <Input maxLength={50} />
          </Form.Item>
        </div>
        <h3 className={styles['section']}>{text('staff.section_work')}</h3>
        <div className={styles['grid']}>
          <Form.Item name="dept" label={text('person.dept')} required rules={[someRule('staff.dept_required')]}>
            <DepartmentField />
          </Form.Item>
          <Form.Item name="superior" label={text('person.superior')}>
            <UserField />
          </Form.Item>
          <Form.Item
            name="roleIds"
            label={text('staff.roles')}
            required
            className={styles['both'] ?? ''}
            rules={[someRule('staff.choose_roles')]}
          >
            <RoleChoice held={start.roleIds} />
          </Form.Item>
        </div>
      </Form>
    </Dialog>
  );
}

function UsernameItem({ isNew }: { readonly isNew: boolean }) {
  const text = useText();
  if (!isNew) {
    return (
      <Form.Item name="username" label={text('person.mobile')} extra={text('staff.username_hint')}>
        <Input disabled />
      </Form.Item>
    );
  }
  return (
    <Form.Item name="username" label={text('person.mobile')} rules={usernameRules()}>
      <Input autoFocus inputMode="tel" maxLength={40} autoComplete="off" />
    </Form.Item>
  );
}

type Problem = { readonly field: keyof PersonValues; readonly msg: string } | 'told' | null;

const fieldsOfServer: Readonly<Record<string, keyof PersonValues>> = { username: 'username', parentId: 'superior' };

/** Saves; returns the field that the server refused, or null also when the user has been informed. */
function usePersonSave(person: UserRow | undefined, start: PersonValues) {
  const options = { quiet: true, refreshes: [userCalls.list] };
  const add = useAction(userCalls.add, options);
  const set = useAction(userCalls.set, options);
  const client = useQueryClient();
  /** What of it waits for a confirmation, as the server says it. */
  const asked = useRef('');
  const send = async (values: PersonValues): Promise<void> => {
    asked.current = '';
    if (!person) {
      const { waiting } = await add.mutateAsync(additionOf(values));
      asked.current = waiting?.msg ?? '';
      return;
    }
    const change = changeOf(person.userId, start, values);
    if (change) await set.mutateAsync(change);
  };
  const run = async (values: PersonValues): Promise<Problem> => {
    try {
      await send(values);
      return null;
    } catch (error) {
      if (!isCallError(error)) throw error;
      if (isWaiting(error)) {
        asked.current = error.msg;
        void refreshCalls(client, userCalls.list, rightsRequestCalls.list, rightsRequestCalls.count);
        return null;
      }
      const field = fieldsOfServer[(error.detail as { field?: string } | undefined)?.field ?? ''];
      if (field) return { field, msg: error.msg };
      if (error.fault !== 'aborted') toast.error(error.msg);
      return 'told';
    }
  };
  return { run, asked, isPending: add.isPending || set.isPending };
}

import { Form } from 'antd';
import { textOf, useText } from '#web/lib/i18n/i18n.ts';
import { useHandOverOffer } from '#web/modules/admin/hand-over-offer.ts';
import { useRightsAction } from '#web/modules/admin/rights-action.ts';
import type { DepartmentChoice } from '#web/record/inputs/department-path.ts';
import { toast } from '#web/ui/feedback.tsx';
import { Dialog } from '#web/ui/sheet/dialog.tsx';
import { userCalls } from '#shared/admin/user-calls.ts';
import { DepartmentField } from '#web/modules/admin/staff/picker-fields.tsx';
import { idsOf, type DialogProps } from '#web/modules/admin/staff/staff-acts.ts';
import styles from '#web/modules/admin/staff/staff-page.module.css';

interface Values {
  readonly department: readonly DepartmentChoice[];
}

/** Another department for one or several people, with one press back to where each of them was. */
export function MoveDialog({ people, onClose, onDone }: DialogProps) {
  const text = useText();
  const [form] = Form.useForm<Values>();
  const refreshes = [userCalls.list];
  const offerHandOver = useHandOverOffer();
  const back = useRightsAction(userCalls.move, {
    refreshes,
    onDone: (_input, isAsked) => {
      if (!isAsked) toast.success(textOf('staff.moved_back'));
    },
  });
  const takeBack = () => back.mutate({ userIds: idsOf(people), deptIds: people.map(({ deptId }) => deptId) });
  const move = useRightsAction(userCalls.move, {
    refreshes,
    onDone: (_input, isAsked) => {
      if (!isAsked) {
        toast.offer(textOf('staff.moved', { count: people.length }), [
          { label: textOf('record_action.undo'), take: takeBack },
        ]);
        void offerHandOver(people);
      }
      onClose();
      onDone();
    },
  });
  const [first] = people;
  return (
    <Dialog
      open
      title={
        people.length === 1 && first
          ? text('staff.move_one', { name: first.realname })
          : text('staff.move_many', { count: people.length })
      }
      width={480}
      mask={{ closable: false }}
      okText={text('action.save')}
      confirmLoading={move.isPending}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <p className={styles['hint']}>{text('staff.move_hint')}</p>
      <Form<Values>
        form={form}
        layout="vertical"
        initialValues={{ department: [] }}
        onFinish={({ department: [chosen] }) =>
          chosen && move.mutate({ userIds: idsOf(people), deptIds: [chosen.deptId] })
        }
      >
        <Form.Item
          name="department"
          label={text('person.dept')}
          rules={[{ required: true, type: 'array', message: text('staff.dept_required') }]}
        >
          <DepartmentField />
        </Form.Item>
      </Form>
    </Dialog>
  );
}

import { Form, Input } from 'antd';
import { useAction } from '#web/lib/http/queries.ts';
import { textOf, useText } from '#web/lib/i18n/i18n.ts';
import type { DepartmentChoice } from '#web/record/inputs/department-path.ts';
import { DepartmentPicker } from '#web/record/inputs/department-picker.tsx';
import { ProvinceSelect, type ProvinceChoice } from '#web/record/inputs/province-picker.tsx';
import { UserPicker, type UserChoice } from '#web/record/inputs/user-picker.tsx';
import { toast } from '#web/ui/feedback.tsx';
import { Dialog } from '#web/ui/sheet/dialog.tsx';
import { courseMapCalls, courseMapRemarkLimit, type CourseMapRow } from '#shared/crm/course-map/course-map-calls.ts';
import { placeCalls } from '#shared/platform/place-calls.ts';

interface CourseMapDialogProps {
  /** The row to change; null for a new one. */
  readonly edited: CourseMapRow | null;
  readonly onClose: () => void;
}

interface Values {
  readonly province: readonly ProvinceChoice[];
  readonly organisation: readonly DepartmentChoice[];
  readonly people: readonly UserChoice[];
  readonly remark: string;
}

const nothing = () => undefined;

/** Gives a province to a department and people, or changes that. */
export function CourseMapDialog({ edited, onClose }: CourseMapDialogProps) {
  const text = useText();
  const [form] = Form.useForm<Values>();
  const save = useAction(courseMapCalls.save, {
    refreshes: [courseMapCalls.list, placeCalls.provinces],
    onDone: () => {
      toast.success(textOf('course_map.saved'));
      onClose();
    },
  });
  const handleFinish = ({ province, organisation, people, remark }: Values) =>
    save.mutate({
      ...(edited && { id: edited.id }),
      regionCode: province[0]?.regionCode ?? '',
      promotionOrgId: organisation[0]?.deptId ?? '',
      userIds: people.map(({ userId }) => userId).join(','),
      remark,
    });
  const isClosed = edited !== null && edited.promotionOrgId === null;
  return (
    <Dialog
      open
      width={480}
      title={edited ? text('course_map.edit_title', { name: edited.fullName }) : text('course_map.add_title')}
      mask={{ closable: false }}
      okText={text('action.save')}
      confirmLoading={save.isPending}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <Form<Values> form={form} layout="vertical" initialValues={valuesOf(edited)} onFinish={handleFinish}>
        <Form.Item
          name="province"
          label={text('course_map.province')}
          rules={[{ required: true, type: 'array', message: text('course_map.province_missing') }]}
        >
          <ProvinceSelect />
        </Form.Item>
        <Form.Item
          name="organisation"
          label={text('course_map.organisation')}
          rules={[{ required: true, type: 'array', message: text('course_map.organisation_missing') }]}
          {...(isClosed && { extra: text('course_map.no_organisation') })}
        >
          <DepartmentPicker value={[]} onChange={nothing} />
        </Form.Item>
        <Form.Item name="people" label={text('course_map.people')}>
          <UserPicker multiple value={[]} onChange={nothing} />
        </Form.Item>
        <Form.Item name="remark" label={text('course_map.remark')}>
          <Input.TextArea rows={3} maxLength={courseMapRemarkLimit} showCount />
        </Form.Item>
      </Form>
    </Dialog>
  );
}

/** What the form begins with; a department that was closed has to be chosen anew. */
const valuesOf = (edited: CourseMapRow | null): Values => ({
  province: edited ? [{ regionCode: edited.regionCode, fullName: edited.fullName }] : [],
  organisation:
    edited && edited.promotionOrgId !== null ? [{ deptId: edited.promotionOrgId, name: edited.promotionOrgName }] : [],
  people: (edited?.userIds ?? []).map((userId, at) => ({ userId, realname: edited?.userNames[at] ?? '' })),
  remark: edited?.remark ?? '',
});

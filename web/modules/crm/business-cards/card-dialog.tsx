import { Form, Input, Select, Switch } from 'antd';
import { call } from '#web/lib/http/client.ts';
import { useAction } from '#web/lib/http/queries.ts';
import { textOf, useText } from '#web/lib/i18n/i18n.ts';
import { useSystemConfig } from '#web/lib/system-config.ts';
import { useCardTypes } from '#web/modules/crm/business-cards/card-types.ts';
import { CardView } from '#web/modules/crm/business-cards/card-view.tsx';
import { noPhoto, PhotoField, type Photo } from '#web/modules/crm/business-cards/photo-field.tsx';
import { UserPicker, type UserChoice } from '#web/record/inputs/user-picker.tsx';
import { toast } from '#web/ui/feedback.tsx';
import { Dialog } from '#web/ui/sheet/dialog.tsx';
import { personCalls } from '#shared/auth/person-calls.ts';
import { businessCardCalls, cardLimits, type BusinessCard } from '#shared/crm/business-cards/business-card-calls.ts';
import type { CardWords } from '#shared/crm/business-cards/vcard.ts';
import { isEmail } from '#shared/record/field-types/email.ts';
import { storedMobile } from '#shared/record/written-phone.ts';
import styles from './business-cards.module.css';

interface CardDialogProps {
  /** The card to change; null for a new one. */
  readonly edited: BusinessCard | null;
  /** Type of a new card, if the list shows one. */
  readonly typeId: number | undefined;
  readonly onClose: () => void;
}

interface Values extends CardWords {
  readonly person: readonly UserChoice[];
  readonly typeId?: number | undefined;
  readonly introduction: string;
  readonly photo: Photo;
  readonly isEnabled: boolean;
}

const nothing = () => undefined;

/** Makes a card or changes one, beside what it will look like. */
export function CardDialog({ edited, typeId, onClose }: CardDialogProps) {
  const text = useText();
  const [form] = Form.useForm<Values>();
  const types = useCardTypes();
  const { name: company } = useSystemConfig();
  const initial = valuesOf(edited, typeId);
  const shown = { ...initial, ...Form.useWatch((values: Partial<Values>) => values, form) };
  const save = useAction(businessCardCalls.save, {
    refreshes: [businessCardCalls.list],
    onDone: () => {
      toast.success(textOf('business_card.saved'));
      onClose();
    },
  });
  const handleFinish = ({ person, photo, isEnabled, ...words }: Values) =>
    save.mutate({
      ...words,
      ...(edited && { id: edited.id }),
      userId: person[0]?.userId ?? '',
      status: isEnabled ? 1 : 0,
      // a photo that is kept is not sent again
      ...(photo.fileId !== (edited?.photoFileId ?? 0) && { photoFileId: photo.fileId }),
    });
  /** What the staff list says of the person, as far as the reader sees it. */
  const fill = async (chosen: UserChoice | undefined) => {
    if (!chosen) return;
    const { realname, post, deptName, mobile, email } = await call(personCalls.detail, { userId: chosen.userId });
    const isStillChosen = (form.getFieldValue('person') as readonly UserChoice[])[0]?.userId === chosen.userId;
    if (!isStillChosen) return;
    form.setFieldsValue({ name: realname, post, deptName, mobile, email });
    // one that has not said its name goes by the name of the product
    if (!form.getFieldValue('company') && company !== text('app.name')) form.setFieldsValue({ company });
  };
  const plain = (field: keyof CardWords & keyof typeof cardLimits, label: string) => (
    <Form.Item name={field} label={label}>
      <Input maxLength={cardLimits[field]} />
    </Form.Item>
  );
  return (
    <Dialog
      open
      width={760}
      title={text(edited ? 'business_card.edit_title' : 'business_card.add')}
      mask={{ closable: false }}
      okText={text('action.save')}
      confirmLoading={save.isPending}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <div className={styles['editor']}>
        <Form<Values>
          form={form}
          layout="vertical"
          initialValues={initial}
          onFinish={handleFinish}
          onValuesChange={({ person }: Partial<Values>) => {
            if (person) void fill(person[0]).catch(nothing);
          }}
        >
          <Form.Item
            name="person"
            label={text('business_card.person')}
            extra={text('business_card.fill_hint')}
            rules={[{ required: true, type: 'array', message: text('business_card.person_missing') }]}
          >
            <UserPicker value={[]} onChange={nothing} />
          </Form.Item>
          <Form.Item
            name="typeId"
            label={text('business_card.type')}
            rules={[{ required: true, message: text('business_card.type_missing') }]}
          >
            <Select {...types} />
          </Form.Item>
          <Form.Item name="photo" label={text('business_card.photo')} extra={text('business_card.photo_hint')}>
            <PhotoField />
          </Form.Item>
          <div className={styles['pairs']}>
            <Form.Item
              name="name"
              label={text('business_card.name')}
              rules={[{ required: true, whitespace: true, message: text('business_card.name_missing') }]}
            >
              <Input maxLength={cardLimits.name} />
            </Form.Item>
            {plain('post', text('business_card.post'))}
            {plain('company', text('business_card.company'))}
            {plain('deptName', text('business_card.dept'))}
            <Form.Item
              name="mobile"
              label={text('business_card.mobile')}
              validateTrigger="onBlur"
              rules={[
                {
                  validator: async (_rule, value: string) => {
                    if (value.trim() !== '' && !storedMobile(value)) throw new Error(text('field.mobile'));
                  },
                },
              ]}
            >
              <Input inputMode="tel" maxLength={cardLimits.mobile} />
            </Form.Item>
            <Form.Item
              name="email"
              label={text('business_card.email')}
              validateTrigger="onBlur"
              rules={[
                {
                  validator: async (_rule, value: string) => {
                    if (value.trim() !== '' && !isEmail(value.trim())) throw new Error(text('field.email'));
                  },
                },
              ]}
            >
              <Input inputMode="email" maxLength={cardLimits.email} />
            </Form.Item>
          </div>
          {plain('address', text('business_card.address'))}
          <Form.Item name="introduction" label={text('business_card.introduction')}>
            <Input.TextArea rows={3} maxLength={cardLimits.introduction} showCount />
          </Form.Item>
          <label className={styles['switch']}>
            <Form.Item name="isEnabled" valuePropName="checked" noStyle>
              <Switch />
            </Form.Item>
            {text('business_card.enabled')}
          </label>
        </Form>
        <div className={styles['beside']}>
          <CardView card={shown} photo={shown.photo.url} />
        </div>
      </div>
    </Dialog>
  );
}

/** What the form begins with. */
const valuesOf = (edited: BusinessCard | null, typeId: number | undefined): Values => ({
  person: edited ? [{ userId: edited.userId, realname: edited.realname }] : [],
  typeId: edited?.typeId ?? typeId,
  name: edited?.name ?? '',
  post: edited?.post ?? '',
  company: edited?.company ?? '',
  deptName: edited?.deptName ?? '',
  mobile: edited?.mobile ?? '',
  email: edited?.email ?? '',
  address: edited?.address ?? '',
  introduction: edited?.introduction ?? '',
  photo: edited?.photoFileId ? { fileId: edited.photoFileId, url: edited.photo } : noPhoto,
  isEnabled: edited?.status !== 0,
});

import { useQuery } from '@tanstack/react-query';
import { Checkbox, Form, Input, Radio, type FormInstance } from 'antd';
import { callQuery } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { usePreferences } from '#web/lib/preferences.ts';
import { LeadForm } from '#web/modules/crm/lead-sources/lead-form.tsx';
import { emptySource, type SourceValues } from '#web/modules/crm/lead-sources/source-values.ts';
import { UserPicker } from '#web/record/inputs/user-picker.tsx';
import { leadSourceCalls, sourceLimits } from '#shared/crm/lead-sources/lead-source-calls.ts';
import { leadsType } from '#shared/crm/leads-type.ts';
import type { MessageKey } from '#shared/i18n/translate.ts';
import styles from './lead-sources.module.css';

const nothing = () => undefined;

/** Name, code, remark, and how leads come. */
export function BasicFields() {
  const text = useText();
  return (
    <>
      <Form.Item
        name="name"
        label={text('lead_source.name')}
        extra={text('lead_source.name_hint')}
        rules={[{ required: true, whitespace: true, message: text('lead_source.name_missing') }]}
      >
        <Input maxLength={sourceLimits.name} />
      </Form.Item>
      <Form.Item name="kind" label={text('lead_source.kind')}>
        <Radio.Group
          options={[
            { value: 1, label: text('lead_source.kind_1') },
            { value: 2, label: text('lead_source.kind_2') },
            { value: 3, label: text('lead_source.kind_3') },
          ]}
        />
      </Form.Item>
      <Form.Item name="code" label={text('lead_source.code')}>
        <Input maxLength={sourceLimits.code} />
      </Form.Item>
      <Form.Item name="remark" label={text('lead_source.remark')}>
        <Input.TextArea rows={2} maxLength={sourceLimits.remark} showCount />
      </Form.Item>
    </>
  );
}

/** Who gets what no rule gives away. */
export function KeeperField() {
  const text = useText();
  return (
    <Form.Item name="keeper" label={text('lead_source.keeper')} extra={text('lead_source.keeper_hint')}>
      <UserPicker value={[]} onChange={nothing} />
    </Form.Item>
  );
}

const texts: readonly {
  readonly names: readonly [keyof SourceValues['form'], keyof SourceValues['form']];
  readonly labels: readonly [MessageKey, MessageKey];
  readonly isLong: boolean;
}[] = [
  { names: ['title', 'titleEn'], labels: ['lead_source.form_title', 'lead_source.form_title_en'], isLong: false },
  { names: ['intro', 'introEn'], labels: ['lead_source.form_intro', 'lead_source.form_intro_en'], isLong: true },
  { names: ['thanks', 'thanksEn'], labels: ['lead_source.form_thanks', 'lead_source.form_thanks_en'], isLong: true },
];

/** The texts and fields of a form, and what visitors see. */
export function FormFields({ name: form }: { readonly name: FormInstance<SourceValues> }) {
  const text = useText();
  const { data = [] } = useQuery(callQuery(leadSourceCalls.fields, {}));
  const { language } = usePreferences();
  const watched = Form.useWatch('form', { form, preserve: true }) ?? emptySource.form;
  const name = Form.useWatch('name', { form, preserve: true }) ?? '';
  const isAlways = (key: string, required: number) => required === 1 || key === leadsType.titleField;
  const chosen = new Set(watched.fieldIds);
  const pick = (own: string, english: string) => (language === 'en' ? english || own : own || english);
  return (
    <>
      <p className={styles['hint']}>{text('lead_source.form_english')}</p>
      {texts.map(({ names, labels, isLong }) => (
        <div key={names[0]} className={styles['pair']}>
          {names.map((part, at) => (
            <Form.Item key={part} name={['form', part]} label={text(labels[at] ?? labels[0])}>
              {isLong ? (
                <Input.TextArea rows={2} maxLength={sourceLimits.words} />
              ) : (
                <Input maxLength={sourceLimits.title} />
              )}
            </Form.Item>
          ))}
        </div>
      ))}
      <Form.Item
        name={['form', 'fieldIds']}
        label={text('lead_source.form_fields')}
        extra={text('lead_source.form_fields_hint')}
      >
        <Checkbox.Group
          options={data
            .filter(({ key, required }) => !isAlways(key, required))
            .map(({ fieldId, name: label }) => ({ value: fieldId, label }))}
        />
      </Form.Item>
      <h3>{text('lead_source.preview')}</h3>
      <div className={styles['preview']}>
        <LeadForm
          isPreview
          title={pick(watched.title, watched.titleEn) || name}
          intro={pick(watched.intro, watched.introEn)}
          submit={text('lead_source.preview_submit')}
          fields={data.filter(({ key, required, fieldId }) => isAlways(key, required) || chosen.has(fieldId))}
        />
      </div>
    </>
  );
}

import { Button, Form, Input, Select } from 'antd';
import { useId } from 'react';
import { useText } from '#web/lib/i18n/i18n.ts';
import type { OpenField } from '#shared/crm/lead-sources/open-lead-calls.ts';
import styles from './lead-form.module.css';

export type LeadValues = Readonly<Record<string, string | string[] | undefined>>;

interface LeadFormProps {
  readonly title: string;
  readonly intro: string;
  readonly fields: readonly OpenField[];
  readonly submit: string;
  readonly isBusy?: boolean;
  /** Within another form: nothing can be sent. */
  readonly isPreview?: boolean;
  readonly onSubmit?: (values: LeadValues, homepage: string) => void;
}

const trap = 'homepage';

/** A form for visitors: a title, words, and an input for each field. */
export function LeadForm({ title, intro, fields, submit, isBusy = false, isPreview = false, onSubmit }: LeadFormProps) {
  const text = useText();
  const titleId = useId();
  const [form] = Form.useForm<Record<string, string | string[] | undefined>>();
  return (
    <section className={styles['form']} aria-labelledby={titleId}>
      <h1 id={titleId}>{title}</h1>
      {intro !== '' && <p className={styles['intro']}>{intro}</p>}
      <Form
        form={form}
        name="lead_form"
        component={isPreview ? 'div' : 'form'}
        layout="vertical"
        onFinish={({ [trap]: homepage, ...values }) => onSubmit?.(values, typeof homepage === 'string' ? homepage : '')}
      >
        {fields.map((field) => (
          <Form.Item
            key={field.key}
            name={field.key}
            label={field.name}
            {...(field.tips !== '' && { extra: field.tips })}
            rules={[
              {
                required: field.required === 1,
                message: text('field.required', { name: field.name }),
                ...(field.input === 'several' ? { type: 'array' as const } : { whitespace: true }),
              },
            ]}
          >
            {inputOf(field)}
          </Form.Item>
        ))}
        {/* people neither see nor reach it */}
        <div className={styles['trap']} aria-hidden>
          <Form.Item name={trap} noStyle>
            <Input tabIndex={-1} autoComplete="off" />
          </Form.Item>
        </div>
        <Button
          type="primary"
          htmlType={isPreview ? 'button' : 'submit'}
          block
          size="large"
          loading={isBusy}
          disabled={isPreview}
        >
          {submit}
        </Button>
      </Form>
    </section>
  );
}

const longest = 2000;

function inputOf({ input, maxLength, options }: OpenField) {
  const most = Math.min(maxLength ?? longest, longest);
  switch (input) {
    case 'lines':
      return <Input.TextArea autoSize={{ minRows: 3, maxRows: 8 }} maxLength={most} />;
    case 'one':
      return <Select allowClear size="large" options={[...options]} />;
    case 'several':
      return <Select mode="multiple" size="large" options={[...options]} />;
    case 'phone':
      return <Input type="tel" inputMode="tel" autoComplete="tel" size="large" maxLength={30} />;
    case 'email':
      return <Input type="email" inputMode="email" autoComplete="email" size="large" maxLength={most} />;
    case 'date':
      return <Input type="date" size="large" />;
    case 'number':
      return <Input inputMode="decimal" size="large" maxLength={30} />;
    default:
      return <Input size="large" maxLength={most} />;
  }
}

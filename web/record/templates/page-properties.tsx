import { Checkbox, InputNumber, Select } from 'antd';
import { useText } from '#web/lib/i18n/i18n.ts';
import { Labelled } from '#web/record/templates/block-properties.tsx';
import type { FieldNames } from '#web/record/templates/field-names.ts';
import { FieldTextInput } from '#web/record/templates/field-text-input.tsx';
import styles from '#web/record/templates/templates.module.css';
import type { PrintField } from '#shared/record/printing/print-calls.ts';
import type { PrintTemplate, TemplateMargin } from '#shared/record/printing/template.ts';

interface PageProps {
  readonly content: PrintTemplate;
  readonly fields: readonly PrintField[];
  readonly names: FieldNames;
  readonly onChange: (next: Partial<PrintTemplate>) => void;
}

const sides = ['top', 'right', 'bottom', 'left'] as const;
const places = ['left', 'center', 'right'] as const;
const blank: TemplateMargin = { left: '', center: '', right: '', hasRule: false };

/** The paper, and what stands above and below each page. */
export function PageProperties({ content, fields, names, onChange }: PageProps) {
  const text = useText();
  const { page } = content;
  const set = (next: Partial<PrintTemplate['page']>) => onChange({ page: { ...page, ...next } });
  return (
    <>
      <div className={styles['pair']}>
        <Labelled label={text('template.size')}>
          <Select
            value={page.size}
            onChange={(size) => set({ size })}
            options={[
              { value: 'A4', label: 'A4' },
              { value: 'A5', label: 'A5' },
            ]}
          />
        </Labelled>
        <Labelled label={text('template.font_size')}>
          <InputNumber
            min={7}
            max={16}
            step={0.5}
            value={page.fontSize}
            onChange={(fontSize) => set({ fontSize: fontSize ?? 10.5 })}
          />
        </Labelled>
        {sides.map((side) => (
          <Labelled key={side} label={text(`template.margin_${side}`)}>
            <InputNumber
              min={5}
              max={60}
              precision={0}
              value={page.margins[side]}
              onChange={(margin) => set({ margins: { ...page.margins, [side]: margin ?? 20 } })}
            />
          </Labelled>
        ))}
      </div>
      <Checkbox checked={page.isLandscape} onChange={({ target }) => set({ isLandscape: target.checked })}>
        {text('template.landscape')}
      </Checkbox>
      {(['header', 'footer'] as const).map((name) => (
        <fieldset key={name} className={styles['columns']}>
          <legend>
            <Checkbox
              checked={content[name] !== null}
              aria-label={`${text(`template.${name}`)} ${text('template.has_margin')}`}
              onChange={({ target }) => onChange({ [name]: target.checked ? blank : null })}
            >
              {text(`template.${name}`)}
            </Checkbox>
          </legend>
          <MarginProperties
            margin={content[name]}
            fields={fields}
            names={names}
            onChange={(margin) => onChange({ [name]: margin })}
          />
        </fieldset>
      ))}
    </>
  );
}

interface MarginProps extends Pick<PageProps, 'fields' | 'names'> {
  readonly margin: TemplateMargin | null;
  readonly onChange: (margin: TemplateMargin) => void;
}

function MarginProperties({ margin, fields, names, onChange }: MarginProps) {
  const text = useText();
  if (!margin) return null;
  return (
    <>
      {places.map((place) => (
        <FieldTextInput
          key={place}
          label={text(`template.${place}`)}
          value={margin[place]}
          fields={fields}
          names={names}
          rows={1}
          maxLength={300}
          hasPages
          onChange={(next) => onChange({ ...margin, [place]: next.replaceAll('\n', ' ') })}
        />
      ))}
      <Checkbox checked={margin.hasRule} onChange={({ target }) => onChange({ ...margin, hasRule: target.checked })}>
        {text('template.has_rule')}
      </Checkbox>
    </>
  );
}

import { Button, Checkbox, Input, InputNumber, Select } from 'antd';
import type { ComponentType, ReactNode } from 'react';
import { useText } from '#web/lib/i18n/i18n.ts';
import { byLabel, fieldOptions } from '#web/record/templates/field-choice.ts';
import { FieldTextInput } from '#web/record/templates/field-text-input.tsx';
import { LinesProperties } from '#web/record/templates/lines-properties.tsx';
import type { PropertiesProps } from '#web/record/templates/properties-props.ts';
import type { BlockKind } from '#web/record/templates/new-block.ts';
import styles from '#web/record/templates/templates.module.css';
import {
  printConditions,
  takesValue,
  textScales,
  type BlockOf,
  type TextScale,
} from '#shared/record/printing/template.ts';

type Properties<K extends BlockKind> = ComponentType<PropertiesProps<BlockOf<K>>>;

const byKind: { readonly [K in BlockKind]: Properties<K> } = {
  text: TextProperties,
  fields: FieldsProperties,
  lines: LinesProperties,
  logo: LogoProperties,
  signatures: SignatureProperties,
  when: WhenProperties,
  space: SpaceProperties,
  rule: () => null,
  pageBreak: () => null,
};

/** What can be set of a block, by its kind. */
export function BlockProperties(props: PropertiesProps<BlockOf<BlockKind>>) {
  const Kind = byKind[props.block.kind] as ComponentType<PropertiesProps<BlockOf<BlockKind>>>;
  return <Kind {...props} />;
}

/** An input below its name. */
export const Labelled = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <label className={styles['labelled']}>
    <span>{label}</span>
    {children}
  </label>
);

const aligns = ['left', 'center', 'right'] as const;

function AlignChoice({
  value,
  onChange,
}: {
  value: (typeof aligns)[number];
  onChange: (next: (typeof aligns)[number]) => void;
}) {
  const text = useText();
  return (
    <Labelled label={text('template.align')}>
      <Select
        value={value}
        onChange={onChange}
        options={aligns.map((align) => ({ value: align, label: text(`template.${align}`) }))}
      />
    </Labelled>
  );
}

function TextProperties({ block, fields, names, onChange }: PropertiesProps<BlockOf<'text'>>) {
  const text = useText();
  return (
    <>
      <FieldTextInput
        label={text('template.text')}
        value={block.text}
        fields={fields}
        names={names}
        rows={4}
        maxLength={8000}
        onChange={(next) => onChange({ ...block, text: next })}
      />
      <div className={styles['pair']}>
        <Labelled label={text('template.scale')}>
          <Select
            value={block.scale}
            onChange={(scale) => onChange({ ...block, scale })}
            options={(Object.keys(textScales) as TextScale[]).map((scale) => ({
              value: scale,
              label: text(`template.scale_${scale}`),
            }))}
          />
        </Labelled>
        <AlignChoice value={block.align} onChange={(align) => onChange({ ...block, align })} />
      </div>
      <Checkbox checked={block.isBold} onChange={({ target }) => onChange({ ...block, isBold: target.checked })}>
        {text('template.bold')}
      </Checkbox>
    </>
  );
}

function FieldsProperties({ block, fields, onChange }: PropertiesProps<BlockOf<'fields'>>) {
  const text = useText();
  return (
    <>
      <Labelled label={text('template.columns')}>
        <InputNumber
          min={1}
          max={3}
          precision={0}
          value={block.columns}
          onChange={(columns) => onChange({ ...block, columns: columns ?? 2 })}
        />
      </Labelled>
      <Labelled label={text('template.fields')}>
        <Select
          mode="multiple"
          showSearch={byLabel}
          placeholder={text('template.all_fields')}
          value={block.fields}
          onChange={(next) => onChange({ ...block, fields: next })}
          options={fieldOptions(fields, text)}
        />
      </Labelled>
    </>
  );
}

function LogoProperties({ block, onChange }: PropertiesProps<BlockOf<'logo'>>) {
  const text = useText();
  return (
    <div className={styles['pair']}>
      <Labelled label={text('template.width')}>
        <InputNumber
          min={5}
          max={250}
          precision={0}
          value={block.width}
          onChange={(width) => onChange({ ...block, width: width ?? 40 })}
        />
      </Labelled>
      <AlignChoice value={block.align} onChange={(align) => onChange({ ...block, align })} />
    </div>
  );
}

function SpaceProperties({ block, onChange }: PropertiesProps<BlockOf<'space'>>) {
  const text = useText();
  return (
    <Labelled label={text('template.height')}>
      <InputNumber
        min={1}
        max={150}
        precision={0}
        value={block.height}
        onChange={(height) => onChange({ ...block, height: height ?? 5 })}
      />
    </Labelled>
  );
}

const mostParties = 3;

function SignatureProperties({ block, fields, names, onChange }: PropertiesProps<BlockOf<'signatures'>>) {
  const text = useText();
  const { parties } = block;
  return (
    <>
      {parties.map((party, at) => (
        <div key={at} className={styles['part']}>
          <FieldTextInput
            label={text('template.party', { number: at + 1 })}
            hint={text('template.party_hint')}
            value={party}
            fields={fields}
            names={names}
            rows={3}
            maxLength={1000}
            onChange={(next) => onChange({ ...block, parties: parties.with(at, next) })}
          />
          {parties.length > 1 && (
            <Button size="small" onClick={() => onChange({ ...block, parties: parties.toSpliced(at, 1) })}>
              {text('template.remove')}
            </Button>
          )}
        </div>
      ))}
      {parties.length < mostParties && (
        <Button size="small" onClick={() => onChange({ ...block, parties: [...parties, ''] })}>
          {text('template.add_party')}
        </Button>
      )}
    </>
  );
}

function WhenProperties({ block, fields, onChange }: PropertiesProps<BlockOf<'when'>>) {
  const text = useText();
  return (
    <>
      <Labelled label={text('template.when_field')}>
        <Select
          showSearch={byLabel}
          value={block.field}
          onChange={(field) => onChange({ ...block, field })}
          options={fieldOptions(fields, text)}
        />
      </Labelled>
      <Labelled label={text('template.when_condition')}>
        <Select
          value={block.condition}
          onChange={(condition) => onChange({ ...block, condition })}
          options={printConditions.map((one) => ({ value: one, label: text(`template.condition_${one}`) }))}
        />
      </Labelled>
      {takesValue(block.condition) && (
        <Labelled label={text('template.when_value')}>
          <Input
            value={block.value}
            maxLength={50}
            onChange={({ target }) => onChange({ ...block, value: target.value })}
          />
        </Labelled>
      )}
    </>
  );
}

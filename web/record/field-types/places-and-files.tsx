import { Space } from 'antd';
import type { FilterProps, InputType } from '#web/record/field-types/input-type.ts';
import { TextFilter } from '#web/record/field-types/texts.tsx';
import { AddressInput } from '#web/record/inputs/address-input.tsx';
import { FileInput } from '#web/record/inputs/file-input.tsx';
import { ProvincePicker } from '#web/record/inputs/province-picker.tsx';
import type { FileRow } from '#shared/record/calls/record-calls.ts';
import type { Address } from '#shared/record/field.ts';

export const file: InputType = {
  input: ({ field, value, onChange, batchId }) => (
    <FileInput
      disabled={field.disabled === 1}
      batchId={batchId}
      value={Array.isArray(value) ? (value as FileRow[]) : []}
      onChange={onChange}
    />
  ),
};

/** A province, or a part of the address. */
const AddressFilter = ({ value, onChange }: FilterProps) => (
  <Space orientation="vertical" style={{ width: '100%' }}>
    <ProvincePicker onChange={(province) => onChange({ value: province })} />
    <TextFilter value={value} onChange={onChange} />
  </Space>
);

export const mapAddress: InputType = {
  input: ({ value, onChange, id }) => (
    <AddressInput id={id} value={(value as Address | '') || ''} onChange={onChange} />
  ),
  filter: AddressFilter,
};

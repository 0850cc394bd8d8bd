import { textOf, type InputType } from '#web/record/field-types/input-type.ts';
import { plain } from '#web/record/field-types/texts.tsx';
import { DecimalInput } from '#web/record/inputs/decimal-input.tsx';
import { readMoney } from '#shared/record/field-types/money.ts';
import { readPercent } from '#shared/record/field-types/percent.ts';
import { textLimit } from '#shared/text/text-limit.ts';

const decimal = (read: (written: string) => string | null, suffix?: string): InputType => ({
  input: ({ field, value, onChange, onBlur, id }) => (
    <DecimalInput
      id={id}
      value={textOf(value)}
      maxLength={field.maxLength ?? textLimit}
      placeholder={field.inputTips}
      read={read}
      suffix={suffix}
      onChange={onChange}
      onBlur={onBlur}
    />
  ),
});

export const number: InputType = { input: (props) => plain(props, { inputMode: 'decimal' }) };
export const money = decimal(readMoney);
export const percent = decimal(readPercent, '%');

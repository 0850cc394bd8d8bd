import { ConfigProvider } from 'antd';
import { useText } from '#web/lib/i18n/i18n.ts';
import { ChoiceFilter, checkbox, oneOfRows, select, StageInput } from '#web/record/field-types/choices.tsx';
import { money, number, percent } from '#web/record/field-types/decimals.tsx';
import type { FilterProps, InputProps, InputType } from '#web/record/field-types/input-type.ts';
import { structure, user } from '#web/record/field-types/people.tsx';
import { file, mapAddress } from '#web/record/field-types/places-and-files.tsx';
import {
  email,
  mobile,
  plain,
  sequence,
  text as textType,
  textarea,
  TextFilter,
} from '#web/record/field-types/texts.tsx';
import { date, datetime } from '#web/record/field-types/times.tsx';
import { relatedRecord } from '#web/record/inputs/related-input.tsx';
import { category } from '#web/record/inputs/tree-input.tsx';
import { heldType, type FormType } from '#shared/record/field.ts';
import { forRelated, forRows } from '#shared/record/relations/relation.ts';

const byFormType: Readonly<Record<FormType, InputType>> = {
  text: textType,
  textarea,
  select,
  sequence,
  email,
  mobile,
  number,
  floatnumber: money,
  percent,
  date,
  datetime,
  checkbox,
  user,
  structure,
  file,
  map_address: mapAddress,
  ...forRelated(relatedRecord),
  category,
  ...forRows(() => oneOfRows),
};

/** The input of a field; disabled when it is read-only or computed by the server. */
export function FieldInput(props: InputProps) {
  const text = useText();
  if (props.field.computed === 1) {
    const field = { ...props.field, inputTips: text('form.computed') };
    return <ConfigProvider componentDisabled>{plain({ ...props, field })}</ConfigProvider>;
  }
  const input =
    props.field.groupField === undefined ? byFormType[heldType(props.field)].input(props) : <StageInput {...props} />;
  return props.field.disabled === 1 ? <ConfigProvider componentDisabled>{input}</ConfigProvider> : input;
}

/** The input type of a condition on a field; states and the like have no type of their own. */
export function FilterInput(props: FilterProps) {
  const { field } = props;
  const held = heldType(field);
  const own = Object.hasOwn(byFormType, held) ? byFormType[held].filter : undefined;
  const Input = own ?? (field.setting.length > 0 ? ChoiceFilter : TextFilter);
  return <Input {...props} />;
}

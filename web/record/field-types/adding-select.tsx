import { PlusOutlined } from '@ant-design/icons';
import { Button, Select } from 'antd';
import { useState, type KeyboardEvent, type ReactElement } from 'react';
import { useAction } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { optionOf } from '#web/record/cells/field-options.ts';
import { textOf, type InputProps } from '#web/record/field-types/input-type.ts';
import { clearing } from '#web/ui/paged-select.tsx';
import { TabLeaves } from '#web/ui/tab-leaves.tsx';
import { importCalls } from '#shared/record/calls/import-calls.ts';
import { fieldCalls } from '#shared/record/calls/field-calls.ts';
import { withoutInvisible } from '#shared/text/invisible.ts';

interface AddingSelectProps extends InputProps {
  readonly isSeveral?: boolean;
}

/** A choice among options to which whoever fills in the form adds those that are missing. */
export function AddingSelect({ type, field, value, onChange, id, isSeveral = false }: AddingSelectProps) {
  const text = useText();
  const [added, setAdded] = useState<readonly string[]>([]);
  const [typed, setTyped] = useState('');
  const add = useAction(importCalls.addOption, { refreshes: [fieldCalls.filterFields] });
  const known = field.setting.map(optionOf);
  const options = [
    ...known,
    ...added.filter((one) => !known.some((option) => option.value === one)).map((one) => ({ value: one, label: one })),
  ];
  // as the server stores it: options are joined by commas
  const name = withoutInvisible(typed).replaceAll(',', '，').trim();
  const isNew = name !== '' && !options.some(({ label }) => label.toLowerCase() === name.toLowerCase());
  const chosen = isSeveral && Array.isArray(value) ? (value as string[]) : [];
  const run = () =>
    add.mutate(
      { label: type.code, fieldId: field.fieldId, name },
      {
        onSuccess: () => {
          setAdded([...added, name]);
          setTyped('');
          onChange(isSeveral ? [...chosen, name] : name);
        },
      },
    );
  const shared = {
    id,
    allowClear: clearing(),
    placeholder: field.inputTips,
    options,
    loading: add.isPending,
    showSearch: { optionFilterProp: 'label', searchValue: typed, onSearch: setTyped },
    notFoundContent: text('form.option_none'),
    onInputKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !isNew) return;
      event.preventDefault();
      event.stopPropagation();
      run();
    },
    popupRender: (menu: ReactElement) => (
      <>
        {menu}
        {isNew && (
          <Button
            type="text"
            block
            icon={<PlusOutlined aria-hidden />}
            loading={add.isPending}
            // the list stays open, and what was typed in it
            onMouseDown={(event) => event.preventDefault()}
            onClick={run}
          >
            {text('form.add_option', { name })}
          </Button>
        )}
      </>
    ),
  };
  return isSeveral ? (
    <TabLeaves>
      <Select<string[]> {...shared} mode="multiple" value={chosen} onChange={onChange} />
    </TabLeaves>
  ) : (
    <Select<string | number> {...shared} value={textOf(value) || null} onChange={(next) => onChange(next ?? '')} />
  );
}

import { Select } from 'antd';
import { useText } from '#web/lib/i18n/i18n.ts';
import type { MessageKey } from '#shared/i18n/translate.ts';
import { areaCodes } from '#shared/record/phone.ts';

interface AreaCodeSelectProps {
  /** Given by a form item, if there is one around it. */
  readonly value?: string;
  readonly onChange?: (code: string) => void;
  /** What people call the number beside it. */
  readonly name: string;
}

/** The area code of a mobile; it stands inside the number's input (R10.4). */
export function AreaCodeSelect({ name, ...given }: AreaCodeSelectProps) {
  const text = useText();
  return (
    <Select<string>
      {...given}
      aria-label={text('phone.area_code', { name })}
      style={{ width: 92 }}
      options={areaCodes.map((code) => ({
        value: code,
        label: `+${code} ${text(`phone.area.${code}` as MessageKey)}`,
      }))}
      labelRender={({ value }) => `+${value}`}
      popupMatchSelectWidth={false}
      // all of them without scrolling
      listHeight={areaCodes.length * 32}
    />
  );
}

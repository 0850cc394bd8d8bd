import { useState } from 'react';
import { call } from '#web/lib/http/client.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { PagedSelect } from '#web/ui/paged-select.tsx';
import { placeCalls, provincesPerPage } from '#shared/platform/place-calls.ts';

export interface ProvinceChoice {
  readonly regionCode: string;
  readonly fullName: string;
}

/** What a form item passes to its input. */
interface ProvinceSelectProps {
  readonly value?: readonly ProvinceChoice[];
  readonly onChange?: (value: ProvinceChoice[]) => void;
  readonly id?: string;
  /** Its name where no label around it says one. */
  readonly label?: string;
}

/** A province by a part of its full name, 50 at a time (R24.9). */
export function ProvinceSelect({ value = [], onChange = () => undefined, ...rest }: ProvinceSelectProps) {
  const text = useText();
  return (
    <PagedSelect<string>
      {...rest}
      placeholder={text('picker.province')}
      value={value.map(({ regionCode, fullName }) => ({ value: regionCode, label: fullName }))}
      onChange={(next) => onChange(next.map((one) => ({ regionCode: one.value, fullName: one.label })))}
      queryKey={[placeCalls.provinces.path]}
      load={async (fullName, curpage, signal) => {
        const query = { curpage, pagesize: provincesPerPage, fullName, type: 1, status: 1 };
        const { list, lastPage } = await call(placeCalls.provinces, query, { quiet: true, signal });
        return { options: list.map((one) => ({ value: one.regionCode, label: one.fullName })), isLast: lastPage };
      }}
    />
  );
}

/** A province that is no choice to keep; returns its full name, '' for none. */
export function ProvincePicker({ onChange }: { readonly onChange: (fullName: string) => void }) {
  const text = useText();
  const [chosen, setChosen] = useState<readonly ProvinceChoice[]>([]);
  return (
    <ProvinceSelect
      label={text('picker.province')}
      value={chosen}
      onChange={(next) => {
        setChosen(next);
        onChange(next[0]?.fullName ?? '');
      }}
    />
  );
}

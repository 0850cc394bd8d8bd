import { useState } from 'react';
import { call } from '#web/lib/http/client.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { PagedSelect, type PagedChoice } from '#web/ui/paged-select.tsx';
import { placeCalls, provincesPerPage } from '#shared/platform/place-calls.ts';

/** A province by a part of its name, 50 at a time (R24.9); returns its full name, '' for none. */
export function ProvincePicker({ onChange }: { readonly onChange: (fullName: string) => void }) {
  const text = useText();
  const [chosen, setChosen] = useState<readonly PagedChoice<string>[]>([]);
  return (
    <PagedSelect<string>
      label={text('picker.province')}
      placeholder={text('picker.province')}
      value={chosen}
      onChange={(next) => {
        setChosen(next);
        onChange(next[0]?.label ?? '');
      }}
      queryKey={[placeCalls.provinces.path]}
      load={async (fullName, curpage, signal) => {
        const query = { curpage, pagesize: provincesPerPage, fullName, type: 1, status: 1 };
        const { list, lastPage } = await call(placeCalls.provinces, query, { quiet: true, signal });
        return { options: list.map((one) => ({ value: one.regionCode, label: one.fullName })), isLast: lastPage };
      }}
    />
  );
}

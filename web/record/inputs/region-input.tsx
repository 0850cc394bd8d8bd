import { useQuery } from '@tanstack/react-query';
import { Cascader } from 'antd';
import { useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { callQuery } from '#web/lib/http/queries.ts';
import { clearing } from '#web/ui/paged-select.tsx';
import { useText } from '#web/lib/i18n/i18n.ts';
import { firstRegion } from '#web/record/inputs/first-region.ts';
import { shortPath, shortRegions, wholePath } from '#web/record/inputs/short-region.ts';
import { placeCalls, placesPerPage, type RegionOption } from '#shared/platform/place-calls.ts';

interface RegionInputProps {
  /** Names from the province down. */
  readonly value: readonly string[];
  readonly onChange: (value: readonly string[]) => void;
  readonly id?: string | undefined;
}

/** Province, city and county, level by level or by a part of a name; a municipality is named once. */
export function RegionInput({ value, onChange, id }: RegionInputProps) {
  const text = useText();
  const regions = useQuery({ ...callQuery(placeCalls.regions, {}), staleTime: Infinity, gcTime: Infinity });
  const options = useMemo(() => shortRegions(regions.data ?? []), [regions.data]);
  const [isOpen, setOpen] = useState(false);
  const typed = useRef('');
  const handleChange = (path: readonly string[]) => {
    typed.current = '';
    onChange(wholePath(regions.data ?? [], path));
  };
  // runs after the component's own handler, which has selected the highlighted option by then
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || typed.current === '') return;
    const found = firstRegion(options, typed.current);
    if (!found) return;
    handleChange(found);
    setOpen(false);
  };
  return (
    <Cascader<RegionOption>
      {...(id !== undefined && { id })}
      aria-label={text('widget.region')}
      placeholder={text('widget.choose_region')}
      options={options}
      loading={regions.isFetching}
      fieldNames={{ label: 'name', value: 'name', children: 'children' }}
      allowClear={clearing()}
      changeOnSelect
      showSearch={{
        limit: placesPerPage,
        onSearch: (search) => {
          typed.current = search.trim();
        },
      }}
      open={isOpen}
      onOpenChange={setOpen}
      onKeyDown={handleKeyDown}
      value={shortPath(value)}
      onChange={(path) => handleChange(((path as (string | number | null)[] | undefined) ?? []).map(String))}
    />
  );
}

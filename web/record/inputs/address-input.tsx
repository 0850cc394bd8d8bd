import { useQuery } from '@tanstack/react-query';
import { AutoComplete, Input } from 'antd';
import { useState } from 'react';
import { callQuery } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { useDebounced } from '#web/lib/debounced.ts';
import styles from '#web/record/inputs/inputs.module.css';
import { addressAt, noAddress, orNone, withRegion } from '#web/record/inputs/place-address.ts';
import { RegionInput } from '#web/record/inputs/region-input.tsx';
import { placeCalls, placesPerPage, type PlaceRow } from '#shared/platform/place-calls.ts';
import type { Address } from '#shared/record/field.ts';
import { textLimit } from '#shared/text/text-limit.ts';
import { clearing } from '#web/ui/paged-select.tsx';

interface AddressInputProps {
  readonly value: Address | '';
  readonly onChange: (value: Address | '') => void;
  /** Of the region picker, the first of the three inputs. */
  readonly id?: string;
}

/** Region, place search and detail address (R24.8). */
export function AddressInput({ value, onChange, id }: AddressInputProps) {
  const text = useText();
  const address = value === '' ? noAddress : value;
  const change = (next: Address) => onChange(orNone(next));
  return (
    <div className={styles['address']}>
      <RegionInput
        id={id}
        value={address.address === '' ? [] : address.address.split(',')}
        onChange={(region) => change(withRegion(address, region))}
      />
      <PlaceSearch address={address} onChange={change} />
      <Input
        aria-label={text('widget.detail_address')}
        placeholder={text('widget.detail_address')}
        value={address.detailAddress}
        maxLength={textLimit}
        onChange={(event) => change({ ...address, detailAddress: event.target.value })}
      />
    </div>
  );
}

function PlaceSearch({
  address,
  onChange,
}: {
  readonly address: Address;
  readonly onChange: (value: Address) => void;
}) {
  const text = useText();
  /** Null unless the user is typing: then the place of the address is shown. */
  const [typed, setTyped] = useState<string | null>(null);
  const search = useDebounced((typed ?? '').trim());
  const query = useQuery({
    ...callQuery(placeCalls.search, { text: search, limit: placesPerPage }),
    enabled: search !== '',
    staleTime: 600_000,
  });
  const found = search === '' ? [] : (query.data ?? []);
  const isNothing = search !== '' && query.data?.length === 0;
  const handleChoose = (place: PlaceRow) => {
    onChange(addressAt(address, place, typed ?? ''));
    setTyped(null);
  };
  return (
    <AutoComplete<string, PlaceOption>
      aria-label={text('widget.place')}
      placeholder={text('widget.place')}
      allowClear={clearing()}
      maxLength={textLimit}
      value={typed ?? address.location}
      options={found.map((place) => ({ value: place.address + place.title, place }))}
      optionRender={({ data }) => (
        <span className={styles['found']}>
          {data.place.title}
          <span className={styles['place']}>{data.place.address.replaceAll(',', ' ')}</span>
        </span>
      )}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      notFoundContent={isNothing ? text('state.empty') : null}
      onSelect={(_, { place }) => handleChoose(place)}
      onClear={() => {
        setTyped(null);
        onChange({ ...address, location: '', lng: '', lat: '' });
      }}
      // the place of the address is shown again; without one, the search text stays for another attempt
      onBlur={() => address.location !== '' && setTyped(null)}
    />
  );
}

interface PlaceOption {
  readonly value: string;
  readonly place: PlaceRow;
}

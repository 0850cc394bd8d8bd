import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { callQuery } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { useIsPhone } from '#web/lib/screen/is-phone.ts';
import { usePreferences } from '#web/lib/preferences.ts';
import type { queryOf } from '#web/record/list/list-state.ts';
import type { RecordScreen } from '#web/record/record-screen.ts';
import { figureText, withSeparators } from '#shared/record/money/amount-text.ts';

/** Sums of the numbers of a list, on request, and whether they cover everybody's records. */
export function ListSums({
  screen,
  query,
}: {
  readonly screen: RecordScreen;
  readonly query: ReturnType<typeof queryOf>;
}) {
  const text = useText();
  const { language } = usePreferences();
  const isPhone = useIsPhone();
  const [isWanted, setWanted] = useState(false);
  const { page: _page, limit: _limit, cursor: _cursor, ...asked } = query;
  const sums = useQuery({ ...callQuery(screen.calls.sums, asked), enabled: isWanted });
  if (!isWanted)
    return (
      <Button size="small" type="link" onClick={() => setWanted(true)}>
        {text('list.sums')}
      </Button>
    );
  if (!sums.data) return <span>{text(sums.isError ? 'state.failed' : 'state.loading')}</span>;
  const exact = sums.data.sums
    .map(({ name, sum }) => `${name} ${withSeparators(sum)}`)
    .join(text('record_action.comma'));
  // a phone has no space for long figures
  const short = sums.data.sums.map(({ name, sum }) => `${name} ${figureText(sum, language)}`);
  const parts = isPhone ? short : [exact];
  return (
    <span title={exact}>
      {parts.join(text('record_action.comma'))}{' '}
      {text(sums.data.isComplete === 1 ? 'list.sums_all' : 'list.sums_visible')}
    </span>
  );
}

import { useQuery } from '@tanstack/react-query';
import { callQuery } from '#web/lib/http/queries.ts';
import { PageState } from '#web/ui/states/page-state.tsx';
import type { PanelProps } from '#web/record/record-screen.ts';
import { poolCalls } from '#shared/crm/pool-calls.ts';

/** Which rule would move a customer into the pool, when, and what would prevent it. */
export function PoolFate({ id }: PanelProps) {
  const query = useQuery(callQuery(poolCalls.fate, { customerId: id }));
  return (
    <PageState query={query}>
      {({ text, warnings }) => (
        <>
          <p>{text}</p>
          {warnings.length > 0 && (
            <ul>
              {warnings.map((warning) => (
                <li key={warning}>{warning}</li>
              ))}
            </ul>
          )}
        </>
      )}
    </PageState>
  );
}

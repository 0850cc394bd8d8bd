import { useRef } from 'react';
import { call } from '#web/lib/http/client.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { toast } from '#web/ui/feedback.tsx';
import { PagedSelect } from '#web/ui/paged-select.tsx';
import { enterpriseCalls } from '#shared/crm/enterprise/enterprise-calls.ts';
import {
  enterprisePage,
  enterpriseStatus,
  leastCompanyCharacters,
  type Enterprise,
} from '#shared/crm/enterprise/enterprise.ts';

interface CompanySelectProps {
  /** The initial search text. */
  readonly name: string;
  readonly value: Enterprise | null;
  readonly onChange: (company: Enterprise | null) => void;
}

/** Selects one company of the registry, for dialogs without space for the panel. */
export function CompanySelect({ name, value, onChange }: CompanySelectProps) {
  const text = useText();
  const known = useRef(new Map<string, Enterprise>());
  return (
    <PagedSelect<string>
      label={text('enterprise.search')}
      placeholder={text('enterprise.search')}
      value={value ? [{ value: value.Name, label: value.Name }] : []}
      onChange={([chosen]) => onChange((chosen && known.current.get(chosen.value)) ?? null)}
      queryKey={[enterpriseCalls.searchPlus.path, name]}
      load={async (search, page, signal) => {
        const searchKey = search === '' ? name : search;
        if ([...searchKey].length < leastCompanyCharacters) return { options: [], isLast: true };
        const asked = { searchKey, pageSize: enterprisePage, pageIndex: page };
        const { list, total, status, message } = await call(enterpriseCalls.searchPlus, asked, { quiet: true, signal });
        // as next to the form, an unavailable registry is skipped (R19.2)
        if (status !== enterpriseStatus.ok && status !== enterpriseStatus.silent) toast.error(message);
        for (const company of list) known.current.set(company.Name, company);
        const options = list.map(({ Name, OperName }) => ({ value: Name, label: Name, detail: OperName }));
        return { options, isLast: page * enterprisePage >= total };
      }}
    />
  );
}

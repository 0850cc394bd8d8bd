import { CloseOutlined, SearchOutlined } from '@ant-design/icons';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button, Input } from 'antd';
import { useEffect, useState } from 'react';
import { callQuery } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { useDebounced } from '#web/lib/debounced.ts';
import { checkedKindOf } from '#web/modules/crm/checked-kind.ts';
import { ChosenCompany } from '#web/modules/crm/enterprise/chosen-company.tsx';
import { CompanyPager } from '#web/modules/crm/enterprise/company-pager.tsx';
import { CompanyRow } from '#web/modules/crm/enterprise/company-row.tsx';
import styles from '#web/modules/crm/enterprise/enterprise.module.css';
import type { FormAsideProps } from '#web/record/form/form-aid.ts';
import { toast } from '#web/ui/feedback.tsx';
import { PageState } from '#web/ui/states/page-state.tsx';
import { enterpriseCalls } from '#shared/crm/enterprise/enterprise-calls.ts';
import type { CheckedKind } from '#shared/crm/enterprise/checked-kinds.ts';
import {
  enterprisePage,
  enterpriseStatus,
  leastCompanyCharacters,
  type Enterprise,
} from '#shared/crm/enterprise/enterprise.ts';
import { textLimit } from '#shared/text/text-limit.ts';

/** Checks a company against the registry, next to the form of a customer or lead (R19.1). */
export function CompanyPanel(props: FormAsideProps) {
  const { screen, values, onClose } = props;
  const text = useText();
  const [chosen, setChosen] = useState<Enterprise | null>(null);
  const [typed, setTyped] = useState(() => String(values[screen.type.titleField] ?? ''));
  const [page, setPage] = useState(1);
  const kind = checkedKindOf(screen.type);
  if (kind === null) return null;
  return (
    <aside className={styles['panel']} aria-label={text('enterprise.panel')}>
      <header className={styles['head']}>
        <h3>{text('enterprise.panel')}</h3>
        <Button
          size="small"
          type="text"
          icon={<CloseOutlined aria-hidden />}
          aria-label={text('enterprise.close')}
          onClick={onClose}
        />
      </header>
      {chosen ? (
        <ChosenCompany {...props} key={chosen.Name} kind={kind} company={chosen} onBack={() => setChosen(null)} />
      ) : (
        <>
          <Input
            allowClear
            autoFocus
            prefix={<SearchOutlined aria-hidden />}
            maxLength={textLimit}
            value={typed}
            aria-label={text('enterprise.search')}
            placeholder={text('enterprise.search')}
            onChange={(event) => {
              setTyped(event.target.value);
              setPage(1);
            }}
          />
          <Companies kind={kind} typed={typed} page={page} onPage={setPage} onChoose={setChosen} />
        </>
      )}
    </aside>
  );
}

interface CompaniesProps {
  readonly kind: CheckedKind;
  readonly typed: string;
  readonly page: number;
  readonly onPage: (page: number) => void;
  readonly onChoose: (company: Enterprise) => void;
}

function Companies({ kind, typed, page, onPage, onChoose }: CompaniesProps) {
  const text = useText();
  const searchKey = useDebounced(typed.trim(), 400);
  const isEnough = [...searchKey].length >= leastCompanyCharacters;
  // customers use the plus variant, which skips an unavailable registry (R19.2)
  const isSilent = kind === 'customer';
  const query = useQuery({
    ...callQuery(isSilent ? enterpriseCalls.searchPlus : enterpriseCalls.search, {
      searchKey,
      pageSize: enterprisePage,
      pageIndex: page,
    }),
    enabled: isEnough,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
  const { status = enterpriseStatus.ok, message = '' } = query.data ?? {};
  const isReported = status !== enterpriseStatus.ok && !(isSilent && status === enterpriseStatus.silent);
  useEffect(() => {
    if (isReported) toast.error(message);
  }, [isReported, message, query.dataUpdatedAt]);
  if (!isEnough) return <p className={styles['hint']}>{text('enterprise.hint')}</p>;
  return (
    <PageState query={query} isEmpty={(found) => found.list.length === 0} emptyText={text('enterprise.none')}>
      {({ list, total }) => (
        <>
          <p className={styles['hint']}>{text('enterprise.total', { count: total })}</p>
          <ul className={styles['rows']}>
            {list.map((company) => (
              <CompanyRow key={company.Name} company={company} onChoose={() => onChoose(company)} />
            ))}
          </ul>
          <CompanyPager page={page} pages={Math.min(50, Math.ceil(total / enterprisePage))} onChange={onPage} />
        </>
      )}
    </PageState>
  );
}

import { useText } from '#web/lib/i18n/i18n.ts';
import styles from '#web/modules/crm/enterprise/enterprise.module.css';
import { StatusTag } from '#web/ui/status-tag.tsx';
import { headcountOf, natureOf, type Enterprise } from '#shared/crm/enterprise/enterprise.ts';
import { livingCompany } from '#shared/crm/options.ts';

interface CompanyRowProps {
  readonly company: Enterprise;
  readonly onChoose: () => void;
}

/** A company of the list: its name and what distinguishes it from others of that name. */
export function CompanyRow({ company, onChoose }: CompanyRowProps) {
  const text = useText();
  const { Name, OperName, RegistCapi, StartDate, Status } = company;
  return (
    <li>
      <button type="button" className={styles['row']} onClick={onChoose}>
        <span className={styles['name']}>{Name}</span>
        <span className={styles['facts']}>
          {[OperName, RegistCapi, StartDate].filter((part) => part !== '').join(' · ')}
        </span>
        <span className={styles['tags']}>
          {Status !== '' && <StatusTag tone={livingCompany.test(Status) ? 'success' : 'danger'}>{Status}</StatusTag>}
          <StatusTag tone="neutral">{text(`enterprise.nature.${natureOf(company)}`)}</StatusTag>
          <StatusTag tone="neutral">{text(`enterprise.headcount.${headcountOf(company)}`)}</StatusTag>
        </span>
      </button>
    </li>
  );
}

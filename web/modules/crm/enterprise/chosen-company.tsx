import { LeftOutlined } from '@ant-design/icons';
import { Button, Checkbox } from 'antd';
import { useState } from 'react';
import { useAction } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { companyChanges } from '#web/modules/crm/enterprise/company-changes.ts';
import styles from '#web/modules/crm/enterprise/enterprise.module.css';
import type { FormAsideProps } from '#web/record/form/form-aid.ts';
import { toast } from '#web/ui/feedback.tsx';
import { enterpriseCalls } from '#shared/crm/enterprise/enterprise-calls.ts';
import type { CheckedKind } from '#shared/crm/enterprise/checked-kinds.ts';
import { headcountOf, natureOf, regionText, type Enterprise } from '#shared/crm/enterprise/enterprise.ts';
import { fieldCalls } from '#shared/record/calls/field-calls.ts';
import { recordLogCalls } from '#shared/record/calls/record-log-calls.ts';

interface ChosenCompanyProps extends FormAsideProps {
  readonly kind: CheckedKind;
  readonly company: Enterprise;
  readonly onBack: () => void;
}

/** The registry's data on a company, and the changes offered to the form or record: nothing is changed unasked. */
export function ChosenCompany(props: ChosenCompanyProps) {
  const { screen, id, version, fields, values, kind, company, onFill, onWritten, onBack, onClose } = props;
  const text = useText();
  const changes = companyChanges(kind, company, fields, values);
  const [left, setLeft] = useState<readonly string[]>([]);
  const wanted = changes.filter(({ fieldName }) => !left.includes(fieldName));
  const taken = Object.fromEntries(wanted.map(({ fieldName, value }) => [fieldName, value]));
  const { list, read } = screen.calls;
  const write = useAction(enterpriseCalls.writePlus, {
    refreshes: [list, read, fieldCalls.information, fieldCalls.form, recordLogCalls.history],
    onDone: (answer) => {
      onWritten(taken, answer.version);
      toast.success(text('enterprise.written'));
      onClose();
    },
  });
  const handleTake = () => {
    if (id === undefined) {
      onFill(taken);
      toast.success(text('enterprise.filled', { count: wanted.length }));
      return onClose();
    }
    const entity = { [screen.type.idKey]: id, ...taken };
    return write.mutate({ leadsOrcustomer: kind, entity, ...(version === undefined ? {} : { version }) });
  };
  return (
    <>
      <Button
        size="small"
        type="link"
        className={styles['back'] ?? ''}
        icon={<LeftOutlined aria-hidden />}
        onClick={onBack}
      >
        {text('enterprise.back')}
      </Button>
      <Facts company={company} />
      <h4 className={styles['section']}>{text('enterprise.changes')}</h4>
      {changes.length === 0 && <p className={styles['hint']}>{text('enterprise.no_changes')}</p>}
      <ul className={styles['changes']}>
        {changes.map(({ fieldName, label, shown, before }) => (
          <li key={fieldName}>
            <Checkbox
              checked={!left.includes(fieldName)}
              onChange={({ target }) =>
                setLeft(target.checked ? left.filter((one) => one !== fieldName) : [...left, fieldName])
              }
            >
              <span className={styles['label']}>{label}</span> {shown}
              {before !== '' && (
                <del className={styles['before']}>{text('enterprise.overwrites', { value: before })}</del>
              )}
            </Checkbox>
          </li>
        ))}
      </ul>
      <Button type="primary" disabled={wanted.length === 0} loading={write.isPending} onClick={handleTake}>
        {text(id === undefined ? 'enterprise.fill' : 'enterprise.write')}
      </Button>
    </>
  );
}

function Facts({ company }: { readonly company: Enterprise }) {
  const text = useText();
  const facts = [
    [text('enterprise.credit_code'), company.CreditCode],
    [text('enterprise.legal_person'), company.OperName],
    [text('enterprise.registered_capital'), company.RegistCapi],
    [text('enterprise.paid_capital'), company.RecCap],
    [text('enterprise.status'), company.Status],
    [text('enterprise.nature'), text(`enterprise.nature.${natureOf(company)}`)],
    [text('enterprise.headcount'), text(`enterprise.headcount.${headcountOf(company)}`)],
    [text('enterprise.industry'), company.Industry],
    [text('enterprise.founded_date'), company.StartDate],
    [text('enterprise.address'), [regionText(company), company.Address].filter((part) => part !== '').join(' ')],
    [text('enterprise.phone'), company.Phone],
    [text('enterprise.email'), company.Email],
    [text('enterprise.website'), company.WebSite],
  ] as const;
  return (
    <>
      <h4 className={styles['title']}>{company.Name}</h4>
      <dl className={styles['dl']}>
        {facts
          .filter(([, value]) => value !== '')
          .map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
    </>
  );
}

import { CheckCircleFilled, CloseOutlined, RightOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { Link } from 'react-router';
import { callQuery, useAction } from '#web/lib/http/queries.ts';
import { textOf, useText } from '#web/lib/i18n/i18n.ts';
import { useIsOffered } from '#web/modules/page.ts';
import type { Arrival } from '#web/record/list/arrival.ts';
import { confirm } from '#web/ui/feedback.tsx';
import { firstStepsCalls, type FirstStepKey } from '#shared/auth/first-steps-calls.ts';
import styles from './first-steps.module.css';

interface Place {
  readonly path: string;
  readonly state?: Arrival;
}

/** Where each step is done. Pages that are not built yet offer no step. */
const placeOf: Readonly<Record<FirstStepKey, Place>> = {
  import: { path: '/crm/customer', state: { imports: true } },
  invite: { path: '/manager/employee-dep' },
  fields: { path: '/manager/system-customer/custom-field' },
  pool: { path: '/manager/system-customer/customer' },
  follow_up: { path: '/crm/customer' },
};

/** What a newcomer does first: ticked by what has been done, and gone when all is, or when it is put away. */
export function FirstSteps() {
  const text = useText();
  const isOffered = useIsOffered();
  // done on other pages: asked for again when one comes back
  const query = useQuery({ ...callQuery(firstStepsCalls.list, {}), staleTime: 0 });
  const hide = useAction(firstStepsCalls.hide, { refreshes: [firstStepsCalls.list] });
  const steps = (query.data?.list ?? []).filter(({ key }) => isOffered(placeOf[key].path));
  const done = steps.filter(({ isDone }) => isDone === 1).length;
  if (done === steps.length) return null;
  return (
    <section className={styles['steps']} aria-label={text('steps.title')}>
      <header>
        <h2>{text('steps.title')}</h2>
        <span className={styles['progress']}>{text('steps.progress', { done, all: steps.length })}</span>
        <Button
          type="text"
          size="small"
          className={styles['hide'] ?? ''}
          icon={<CloseOutlined aria-hidden />}
          loading={hide.isPending}
          onClick={() => void askAndHide(() => hide.mutate({}))}
        >
          {text('steps.hide')}
        </Button>
      </header>
      <ul>
        {steps.map(({ key, isDone }, at) => (
          <li key={key} data-done={isDone === 1}>
            <Link to={placeOf[key].path} state={placeOf[key].state}>
              {isDone === 1 ? (
                <CheckCircleFilled className={styles['tick']} aria-label={text('steps.done')} />
              ) : (
                <span className={styles['number']} aria-hidden>
                  {at + 1}
                </span>
              )}
              <span className={styles['words']}>
                <strong>{text(`steps.${key}`)}</strong>
                <small>{text(`steps.${key}_hint`)}</small>
              </span>
              <RightOutlined className={styles['go']} aria-hidden />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** For good, so that it asks, and says what is left. */
async function askAndHide(hide: () => void): Promise<void> {
  const asked = { title: textOf('steps.hide_confirm'), text: textOf('steps.hide_hint'), okText: textOf('steps.hide') };
  if (await confirm(asked)) hide();
}

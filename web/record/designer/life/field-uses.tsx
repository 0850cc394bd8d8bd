import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { callQuery } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { PageState } from '#web/ui/states/page-state.tsx';
import { formLifeCalls, type FieldUses } from '#shared/record/form-life/form-life-calls.ts';
import styles from './life.module.css';

interface FieldUsesProps {
  readonly label: number;
  readonly fieldId: number;
}

/** 用在哪里: a part of the properties of a field. */
export function UsesPart({ label, fieldId }: FieldUsesProps) {
  const text = useText();
  // others use fields meanwhile
  const query = useQuery({ ...callQuery(formLifeCalls.uses, { label, fieldId }), staleTime: 0 });
  return (
    <section className={styles['part']}>
      <h3>{text('form_life.uses')}</h3>
      <PageState query={query}>
        {(uses) =>
          uses.length === 0 ? (
            <p className={styles['hint']}>{text('form_life.no_uses')}</p>
          ) : (
            <Uses uses={uses} isLinked />
          )
        }
      </PageState>
    </section>
  );
}

/** Uses by their kinds. */
export function Uses({ uses, isLinked = false }: { readonly uses: readonly FieldUses[]; readonly isLinked?: boolean }) {
  const text = useText();
  return (
    <dl className={styles['uses']}>
      {uses.map(({ kind, title, path, list, total }) => {
        const names = list.map(({ name }) => name).join(text('record_action.comma'));
        const further = total - list.length;
        return (
          <div key={kind}>
            <dt>{isLinked && path !== '' ? <Link to={path}>{title}</Link> : title}</dt>
            <dd>
              {names}
              {further > 0 &&
                text(list.length > 0 ? 'form_life.further_uses' : 'form_life.unnamed_uses', { count: further })}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

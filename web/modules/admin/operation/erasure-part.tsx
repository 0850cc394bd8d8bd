import { useMutation, useQuery } from '@tanstack/react-query';
import { Button, Input } from 'antd';
import { useState } from 'react';
import { call } from '#web/lib/http/client.ts';
import { callQuery, useAction } from '#web/lib/http/queries.ts';
import { textOf, useText } from '#web/lib/i18n/i18n.ts';
import { FoundPersons } from '#web/modules/admin/operation/found-persons.tsx';
import { toast } from '#web/ui/feedback.tsx';
import { SmallPager } from '#web/ui/small-pager.tsx';
import { PageState } from '#web/ui/states/page-state.tsx';
import { erasureCalls, erasurePatience } from '#shared/admin/erasure/erasure-calls.ts';
import styles from './operation.module.css';

const perPage = 10;
/** Milliseconds more than the server gives a statement, so that it says by itself what it could not end. */
const margin = 60_000;

/** Erasing what is known of a person: finding it, choosing, and what was erased so far. */
export function ErasurePart() {
  const text = useText();
  const [page, setPage] = useState(1);
  const past = useQuery({ ...callQuery(erasureCalls.list, { page, limit: perPage }), staleTime: 0 });
  return (
    <>
      <p className={styles['intro']}>{text('erasure.intro')}</p>
      <p className={`${styles['quiet'] ?? ''} ${styles['intro'] ?? ''}`}>{text('erasure.rules')}</p>
      <PageState query={past}>
        {({ list, totalRow, mayErase }) => (
          <>
            {mayErase === 1 ? <Finding /> : <p className={styles['quiet']}>{text('erasure.only_admin')}</p>}
            <h2 className={styles['title']}>{text('erasure.past')}</h2>
            {list.length === 0 && <p className={styles['quiet']}>{text('erasure.past_none')}</p>}
            <ul className="boxes">
              {list.map(({ erasureId, userName, createTime, ground, what, keptNames }) => (
                <li key={erasureId} className={styles['row']}>
                  <div className={styles['about']}>
                    <strong>{createTime}</strong>
                    <p>{text('erasure.past_row', { name: userName, what })}</p>
                    <p>{text(`erasure.ground.${ground}`)}</p>
                    {keptNames > 0 && <p>{text('erasure.past_kept', { count: keptNames })}</p>}
                  </div>
                </li>
              ))}
            </ul>
            <SmallPager page={page} perPage={perPage} total={totalRow} onPage={setPage} />
          </>
        )}
      </PageState>
    </>
  );
}

/** Whom to look for, and what was found. */
function Finding() {
  const text = useText();
  const [name, setName] = useState('');
  const [contact, setContact] = useState('');
  // a person who is to be forgotten stays in no address and no memory of the page
  const find = useMutation({
    mutationFn: () => call(erasureCalls.find, { name, contact }, { timeoutMs: erasurePatience.find + margin }),
  });
  const erase = useAction(erasureCalls.erase, {
    timeoutMs: erasurePatience.erase + margin,
    refreshes: [erasureCalls.list],
    onDone: ({ count }) => {
      toast.success(textOf('erasure.done', { count }));
      setName('');
      setContact('');
      find.reset();
    },
  });
  return (
    <>
      <form
        className={styles['bar']}
        role="search"
        onSubmit={(event) => {
          event.preventDefault();
          if (!find.isPending) find.mutate();
        }}
      >
        <Input
          className={styles['person'] ?? ''}
          aria-label={text('erasure.name')}
          placeholder={text('erasure.name')}
          autoComplete="off"
          maxLength={50}
          disabled={erase.isPending}
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
        <Input
          className={styles['person'] ?? ''}
          aria-label={text('erasure.contact')}
          placeholder={text('erasure.contact')}
          autoComplete="off"
          maxLength={50}
          disabled={erase.isPending}
          value={contact}
          onChange={({ target }) => setContact(target.value)}
        />
        <Button type="primary" htmlType="submit" disabled={erase.isPending} loading={find.isPending}>
          {text('erasure.find')}
        </Button>
      </form>
      {find.isPending && <p role="status">{text('erasure.finding')}</p>}
      {find.data && (
        <FoundPersons
          key={find.submittedAt}
          found={find.data}
          isErasing={erase.isPending}
          onErase={(chosen, ground) => erase.mutate({ chosen, ground })}
        />
      )}
    </>
  );
}

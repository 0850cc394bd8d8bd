import { PlusOutlined } from '@ant-design/icons';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { callQuery } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { useMay } from '#web/lib/session/session.ts';
import { useShortcut } from '#web/lib/shortcuts.ts';
import { apiAddress } from '#web/modules/admin/programs/api-address.ts';
import { ProgramDialog } from '#web/modules/admin/programs/program-dialog.tsx';
import { ProgramList } from '#web/modules/admin/programs/program-list.tsx';
import { TokenDialog } from '#web/modules/admin/programs/token-dialog.tsx';
import { useProgramActs } from '#web/modules/admin/programs/use-program-acts.ts';
import { Page, PageBody } from '#web/ui/page/page.tsx';
import { SmallPager } from '#web/ui/small-pager.tsx';
import { PageState } from '#web/ui/states/page-state.tsx';
import { programCalls } from '#shared/admin/programs/program-calls.ts';
import styles from './programs.module.css';

const perPage = 20;

/** /manager/programs: every token by which a program acts, and those of the company to be made. */
export function ProgramsPage() {
  const text = useText();
  // whoever makes one lets a program in as somebody else
  const mayAdd = useMay()('manage:users:userEnables');
  const [isAdding, setAdding] = useState(false);
  const [page, setPage] = useState(1);
  const query = useQuery({
    ...callQuery(programCalls.list, { page, limit: perPage }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  const acts = useProgramActs(false);
  useShortcut('n', () => setAdding(true), { isOn: mayAdd });
  const addButton = mayAdd ? (
    <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => setAdding(true)}>
      {text('program.add_company')}
    </Button>
  ) : null;
  return (
    <Page
      title={text('page.programs')}
      acts={
        <>
          <Link className={styles['docs'] ?? ''} to={apiAddress}>
            {text('program.docs')}
          </Link>
          {addButton}
        </>
      }
    >
      <PageBody>
        <PageState
          query={query}
          isEmpty={({ list }) => list.length === 0}
          emptyText={text('program.none')}
          emptyAction={addButton}
        >
          {({ list, totalRow }) => (
            <>
              <ProgramList list={list} namesPeople onEnd={(program) => void acts.end(program)} />
              <SmallPager page={page} perPage={perPage} total={totalRow} onPage={setPage} />
            </>
          )}
        </PageState>
      </PageBody>
      {isAdding && <ProgramDialog isOwn={false} onClose={() => setAdding(false)} onMade={acts.tell} />}
      {acts.told && <TokenDialog {...acts.told} onClose={acts.forget} />}
    </Page>
  );
}

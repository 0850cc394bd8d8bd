import { PlusOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { callQuery } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { apiAddress } from '#web/modules/admin/programs/api-address.ts';
import { ProgramDialog } from '#web/modules/admin/programs/program-dialog.tsx';
import { ProgramList } from '#web/modules/admin/programs/program-list.tsx';
import { TokenDialog } from '#web/modules/admin/programs/token-dialog.tsx';
import { useProgramActs } from '#web/modules/admin/programs/use-program-acts.ts';
import { PageState } from '#web/ui/states/page-state.tsx';
import { ownProgramCalls } from '#shared/admin/programs/program-calls.ts';
import styles from './programs.module.css';

/** A part of the person centre: tokens by which programs act for the reader. */
export function OwnPrograms() {
  const text = useText();
  const [isAdding, setAdding] = useState(false);
  const query = useQuery(callQuery(ownProgramCalls.list, {}));
  const acts = useProgramActs(true);
  return (
    <section className={styles['part']}>
      <div className={styles['links']}>
        <h2>{text('program.own_title')}</h2>
        <span className={styles['links']}>
          <Link className={styles['docs'] ?? ''} to={apiAddress}>
            {text('program.docs')}
          </Link>
          <Button icon={<PlusOutlined aria-hidden />} onClick={() => setAdding(true)}>
            {text('program.add')}
          </Button>
        </span>
      </div>
      <p className={styles['hint']}>{text('program.own_hint')}</p>
      <PageState query={query} isEmpty={(list) => list.length === 0} emptyText={text('program.own_none')}>
        {(list) => <ProgramList list={list} namesPeople={false} onEnd={(program) => void acts.end(program)} />}
      </PageState>
      {isAdding && <ProgramDialog isOwn onClose={() => setAdding(false)} onMade={acts.tell} />}
      {acts.told && <TokenDialog {...acts.told} onClose={acts.forget} />}
    </section>
  );
}

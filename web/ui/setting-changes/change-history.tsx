import { HistoryOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import { useAction } from '#web/lib/http/queries.ts';
import { usePages } from '#web/lib/http/pages.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { confirm, toast } from '#web/ui/feedback.tsx';
import { Dialog } from '#web/ui/sheet/dialog.tsx';
import { SmallPager } from '#web/ui/small-pager.tsx';
import { PageState } from '#web/ui/states/page-state.tsx';
import { Moment } from '#web/ui/values/moment.tsx';
import { settingChangeCalls, type SettingChange } from '#shared/platform/setting-change-calls.ts';
import styles from './change-history.module.css';

interface ChangeHistoryProps {
  /** Names of the kinds of settings on the page (`registerSettingKinds`). */
  readonly kinds: readonly string[];
  /** After an undo, once what the page shows has been read anew. */
  readonly onTakenBack?: () => void;
}

/** Opens what was changed in the settings of a page. */
export function ChangeHistory(props: ChangeHistoryProps) {
  const text = useText();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button icon={<HistoryOutlined aria-hidden />} onClick={() => setOpen(true)}>
        {text('setting.changes')}
      </Button>
      <ChangesDialog {...props} isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}

interface ChangesDialogProps extends ChangeHistoryProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** What was changed in settings: who, when, from what to what, each with its undo. */
export function ChangesDialog({ isOpen, onClose, ...props }: ChangesDialogProps) {
  const text = useText();
  return (
    <Dialog open={isOpen} title={text('setting.changes')} width={720} footer={null} destroyOnHidden onCancel={onClose}>
      <Changes {...props} />
    </Dialog>
  );
}

const perPage = 15;
/** Milliseconds: a former name may be written into many records. */
const patience = 120_000;

function Changes({ kinds, onTakenBack }: ChangeHistoryProps) {
  const text = useText();
  // what was changed since it was last open stands first
  const { query, pages } = usePages(settingChangeCalls.list, { kinds: [...kinds] }, perPage, { gcTime: 0 });
  return (
    <PageState query={query} isEmpty={({ list }) => list.length === 0} emptyText={text('setting.no_changes')}>
      {({ list, totalRow }) => (
        <>
          <ol className={styles['changes']}>
            {list.map((change) => (
              <Change key={change.changeId} change={change} onTakenBack={onTakenBack} />
            ))}
          </ol>
          <SmallPager {...pages} total={totalRow} />
        </>
      )}
    </PageState>
  );
}

interface ChangeProps extends Pick<ChangeHistoryProps, 'onTakenBack'> {
  readonly change: SettingChange;
}

function Change({ change, onTakenBack }: ChangeProps) {
  const text = useText();
  const takeBack = useAction(settingChangeCalls.takeBack, {
    timeoutMs: patience,
    onDone: () => {
      toast.success(text('setting.taken_back'));
      // settings decide what any page shows
      void queryClient.invalidateQueries().then(onTakenBack);
    },
  });
  const { changeId, title, item, realname, createTime, differences, mayTakeBack, isTakingBack, effect } = change;
  const ask = async () => {
    const told = (
      <>
        <Differences differences={differences} />
        {effect && <p>{effect}</p>}
      </>
    );
    if (await confirm({ title: text('setting.take_back_question'), text: told, isDangerous: effect !== '' }))
      takeBack.mutate({ changeId });
  };
  return (
    <li>
      <div className={styles['who']}>
        <strong>{realname}</strong> {isTakingBack === 1 && text('setting.took_back')} {title}
        {item && ` · ${item}`} · <Moment value={createTime} />
      </div>
      <Differences differences={differences} />
      {mayTakeBack === 1 && (
        <Button
          size="small"
          loading={takeBack.isPending}
          aria-label={text('setting.take_back_named', { name: realname, time: createTime })}
          onClick={() => void ask()}
        >
          {text('setting.take_back')}
        </Button>
      )}
    </li>
  );
}

/** How many differences are shown before the others are asked for; one more alone is no more to read than its button. */
const shownAtFirst = 8;

function Differences({ differences }: Pick<SettingChange, 'differences'>) {
  const text = useText();
  const [isWhole, setWhole] = useState(differences.length <= shownAtFirst + 1);
  return (
    <div>
      <dl className={styles['differences']}>
        {(isWhole ? differences : differences.slice(0, shownAtFirst)).map(({ label, before, after }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <del>{before || text('setting.none')}</del> → <ins>{after || text('setting.none')}</ins>
            </dd>
          </div>
        ))}
      </dl>
      {!isWhole && (
        <Button type="link" size="small" onClick={() => setWhole(true)}>
          {text('setting.all_differences', { count: differences.length })}
        </Button>
      )}
    </div>
  );
}

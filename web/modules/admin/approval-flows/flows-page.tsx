import { PlayCircleOutlined, PlusOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button, Segmented } from 'antd';
import { useState } from 'react';
import { callQuery } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { useAddress } from '#web/lib/screen/address.ts';
import { Page, PageBody } from '#web/ui/page/page.tsx';
import { ChangeHistory } from '#web/ui/setting-changes/change-history.tsx';
import { PageState } from '#web/ui/states/page-state.tsx';
import type { MessageKey } from '#shared/i18n/translate.ts';
import { flowCalls, type FlowCategory, type ListedFlow } from '#shared/approval/flow-calls.ts';
import { TrialDialog } from './chain/trial-dialog.tsx';
import { CompanyCalendar } from './company-calendar.tsx';
import { draftOf, newFlow, type FlowDraft } from './flow-draft.ts';
import { FlowEditor } from './flow-editor.tsx';
import { FlowList } from './flow-list.tsx';
import styles from './flows.module.css';
import { StandIns } from './stand-ins.tsx';

const parts = ['flows', 'standIns', 'calendar'] as const;
type Part = (typeof parts)[number];

/** The kinds of settings of each part. */
const kinds: Readonly<Record<Part, readonly string[]>> = {
  flows: ['approval_flow'],
  standIns: ['stand_in'],
  calendar: ['company_calendar'],
};

/** More than any company has: the page shows all of them. */
const mostFlows = 100;

/** /manager/system-examine: approval flows by what they are for, who stands in for whom, and the working days. */
export function FlowsPage() {
  const text = useText();
  const [params, change] = useAddress();
  const part = parts.find((one) => one === params.get('part')) ?? 'flows';
  const setPart = (next: Part) =>
    change(() => new URLSearchParams(next === 'flows' ? {} : { part: next }), { replace: true });
  return (
    <Page
      title={text('flow.title')}
      acts={<ChangeHistory key={part} kinds={kinds[part]} />}
      views={
        <Segmented<Part>
          aria-label={text('flow.title')}
          value={part}
          onChange={setPart}
          options={parts.map((value) => ({ value, label: text(`flow.${value}`) }))}
        />
      }
    >
      <PageBody>
        {part === 'flows' ? <Flows /> : part === 'standIns' ? <StandIns isOfAll /> : <CompanyCalendar />}
      </PageBody>
    </Page>
  );
}

function Flows() {
  const text = useText();
  const categories = useQuery({ ...callQuery(flowCalls.categories, {}), staleTime: 300_000 });
  const flows = useQuery(callQuery(flowCalls.list, { page: 1, limit: mostFlows }));
  const [draft, setDraft] = useState<FlowDraft | null>(null);
  const [tried, setTried] = useState<FlowCategory | null>(null);
  const of = (list: readonly ListedFlow[], { categoryType }: FlowCategory) =>
    list.filter((flow) => flow.categoryType === categoryType);
  const category = categories.data?.find(({ categoryType }) => categoryType === draft?.categoryType);
  return (
    <PageState query={categories}>
      {(all) => (
        <PageState query={flows}>
          {({ list }) => (
            <>
              {all.map((one) => (
                <section key={one.categoryType} className={styles['category']}>
                  <header>
                    <h2>{text(one.types as MessageKey)}</h2>
                    <span className={styles['acts']}>
                      {of(list, one).length > 0 && (
                        <Button
                          type="text"
                          icon={<PlayCircleOutlined aria-hidden />}
                          aria-label={text('flow.trial_of', { noun: text(one.types as MessageKey) })}
                          onClick={() => setTried(one)}
                        >
                          {text('flow.trial')}
                        </Button>
                      )}
                      <Button
                        icon={<PlusOutlined aria-hidden />}
                        aria-label={text('flow.new_of', { noun: text(one.types as MessageKey) })}
                        onClick={() => setDraft(newFlow(one.categoryType, of(list, one).length === 0))}
                      >
                        {text('flow.new')}
                      </Button>
                    </span>
                  </header>
                  <FlowList category={one} flows={of(list, one)} onEdit={(flow) => setDraft(draftOf(flow))} />
                </section>
              ))}
              {tried && <TrialDialog category={tried} flows={of(list, tried)} onClose={() => setTried(null)} />}
              {draft && category && (
                <FlowEditor
                  key={draft.examineId ?? 'new'}
                  category={category}
                  initial={draft}
                  onClose={() => setDraft(null)}
                />
              )}
            </>
          )}
        </PageState>
      )}
    </PageState>
  );
}

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { callQuery, useAction } from '#web/lib/http/queries.ts';
import { textOf } from '#web/lib/i18n/i18n.ts';
import { waitingQuery } from '#web/modules/admin/staff/invite/use-waiting-count.ts';
import { confirm, notice, toast } from '#web/ui/feedback.tsx';
import { inviteCalls, type InviteApplication } from '#shared/admin/invite/invite-calls.ts';
import { rightsRequestCalls } from '#shared/admin/rights-request-calls.ts';
import { userCalls } from '#shared/admin/user-calls.ts';
import type { OutputOf } from '#shared/wire/endpoint.ts';

const none: readonly number[] = [];
const refreshes = [
  inviteCalls.applications,
  inviteCalls.list,
  userCalls.list,
  rightsRequestCalls.list,
  rightsRequestCalls.count,
];

/** The applications that wait for the user, those of them that are chosen, and deciding on these. */
export function useApplications() {
  const [chosen, setChosen] = useState(none);
  const list = useQuery({ ...callQuery(inviteCalls.applications, waitingQuery), placeholderData: keepPreviousData });
  const rows = list.data?.list ?? [];
  // what has gone meanwhile is not decided
  const ids = rows.flatMap(({ applicationId }) => (chosen.includes(applicationId) ? [applicationId] : []));
  const decide = useAction(inviteCalls.decide, {
    refreshes,
    onDone: ({ results }, { accept }) => {
      setChosen(none);
      void report(rows, results, Number(accept) === 1);
    },
  });
  const accept = () => decide.mutate({ applicationIds: ids, accept: 1 });
  const refuse = async () => {
    const question = {
      title: textOf('invite.refuse_ask', { count: ids.length }),
      text: textOf('invite.refuse_effect'),
      okText: textOf('invite.refuse'),
      isDangerous: true,
    };
    if (await confirm(question)) decide.mutate({ applicationIds: ids, accept: 0 });
  };
  return { list, rows, ids, setChosen, accept, refuse, isDeciding: decide.isPending };
}
export type Applications = ReturnType<typeof useApplications>;

type Result = OutputOf<typeof inviteCalls.decide>['results'][number];

/** Says how many were decided, and of each what is to be said of it. */
async function report(rows: readonly InviteApplication[], results: readonly Result[], isAccepted: boolean) {
  const count = results.filter(({ isDone }) => isDone === 1).length;
  const said = results.filter(({ msg }) => msg !== '');
  if (said.length === 0)
    return toast.success(textOf(isAccepted ? 'invite.accepted_many' : 'invite.refused_many', { count }));
  const nameOf = new Map(rows.map(({ applicationId, realname }) => [applicationId, realname]));
  await notice({
    title: textOf('invite.decided_partly', { count }),
    text: said
      .map(({ applicationId, msg }) => textOf('state.refused_line', { name: nameOf.get(applicationId) ?? '', msg }))
      .join('\n'),
    okText: textOf('action.ok'),
  });
}

import { useState } from 'react';
import { useAction } from '#web/lib/http/queries.ts';
import { textOf } from '#web/lib/i18n/i18n.ts';
import { confirm, toast } from '#web/ui/feedback.tsx';
import { ownProgramCalls, programCalls, type ProgramRow } from '#shared/admin/programs/program-calls.ts';

/** A token that has just been made. */
export interface ToldToken {
  readonly name: string;
  readonly token: string;
}

/** What can be done about tokens; `isOwn` for those that act for the reader. */
export function useProgramActs(isOwn: boolean) {
  const [told, setTold] = useState<ToldToken | null>(null);
  const refreshes = [ownProgramCalls.list, programCalls.list];
  const end = useAction(isOwn ? ownProgramCalls.end : programCalls.end, {
    refreshes,
    onDone: () => toast.success(textOf('program.ended')),
  });
  return {
    told,
    tell: setTold,
    forget: () => setTold(null),
    end: async ({ loginId, name, state }: ProgramRow) => {
      const question = {
        title: textOf('program.end_question', { name }),
        text: textOf('program.end_effect'),
        okText: textOf('program.end'),
        isDangerous: true,
      };
      if (state === 'over' || (await confirm(question))) end.mutate({ loginId });
    },
  };
}

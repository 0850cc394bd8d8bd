import { isCallError } from '#web/lib/http/call-error.ts';
import { call } from '#web/lib/http/client.ts';
import type { Text } from '#web/lib/i18n/i18n.ts';
import { refreshAll, takeBack } from '#web/record/actions/undo-action.ts';
import type { UserChoice } from '#web/record/inputs/user-picker.tsx';
import { notice, toast } from '#web/ui/feedback.tsx';
import { powers, ownershipCalls } from '#shared/record/calls/ownership-calls.ts';
import type { MessageKey } from '#shared/i18n/translate.ts';
import type { RecordType } from '#shared/record/record-type.ts';

/** Records of one type that people own. */
export interface HeldType {
  readonly type: RecordType;
  readonly count: number;
  /** Those that the user may transfer. */
  readonly ids: readonly number[];
}

/** The old owner leaves. */
const leaves = 1;

/** Transfers each type by its own call, as one action with its undo; what fails is said and keeps none of the others. */
export async function handOver(text: Text, held: readonly HeldType[], heir: UserChoice): Promise<void> {
  const refused: string[] = [];
  for (const { type, ids } of held) {
    const noun = text(`${type.name}.many` as MessageKey);
    try {
      const { operationId, count } = await call(
        ownershipCalls(type).transfer,
        { [type.idsKey]: [...ids], newOwnerUserId: heir.userId, transferType: leaves, power: powers.read },
        { quiet: true },
      );
      const done = text('handover.done', { count: count.toLocaleString('en'), noun, name: heir.realname });
      if (operationId === null) toast.success(done);
      else toast.offer(done, [{ label: text('record_action.undo'), take: () => void takeBack(text, operationId) }]);
    } catch (error) {
      if (!isCallError(error)) throw error;
      refused.push(text('handover.refused_line', { noun, msg: error.msg }));
    }
  }
  await refreshAll();
  if (refused.length > 0) await notice({ title: text('handover.refused'), text: refused.join('\n') });
}

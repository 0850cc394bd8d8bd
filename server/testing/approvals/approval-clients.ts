import { dice } from '#server/testing/dice.ts';
import { approvedType as type } from '#server/testing/fixtures/approved.ts';

interface Reply {
  readonly code: number;
  readonly msg: string;
  readonly data: unknown;
}
type Ask = (path: string, body: Record<string, unknown>) => Promise<Reply>;

/** A decision that was acknowledged. */
export interface Acknowledged {
  readonly approvalId: number;
  readonly userId: number;
  readonly action: 'submitted' | 'passed' | 'rejected' | 'withdrawn';
}

/** What clients know together: approvals that there are, and what the product has said is done. */
interface Shared {
  readonly approvals: { readonly recordId: number; readonly id: number; readonly author: number }[];
  readonly done: Acknowledged[];
}

export const sharedApprovals = (): Shared => ({ approvals: [], done: [] });

const statuses = { passed: 1, rejected: 2, withdrawn: 4 } as const;

/** A client that submits documents to colleagues and decides on theirs, the same for each seed. */
export function approvalClient(ask: Ask, shared: Shared, people: readonly number[], userId: number, seed: number) {
  const roll = dice(seed);
  const pick = <T>(from: readonly T[]): T | undefined => from[roll(from.length)];
  const colleague = (): number => pick(people.filter((one) => one !== userId)) ?? 0;
  const submit = async (id: number): Promise<Reply> => {
    const answer = await ask('test/submitDraft', { label: type.code, id, checkUserId: colleague() });
    if (answer.code !== 0) return answer;
    const { recordId } = answer.data as { recordId: number };
    if (!shared.approvals.some((one) => one.recordId === recordId))
      shared.approvals.push({ recordId, id, author: userId });
    shared.done.push({ approvalId: recordId, userId, action: 'submitted' });
    return answer;
  };
  const decide = async (action: keyof typeof statuses): Promise<Reply> => {
    const approvalId = pick(shared.approvals)?.recordId ?? 0;
    const answer = await ask('examineRecord/auditExamine', {
      recordId: approvalId,
      status: statuses[action],
      remarks: '意见',
      ...(action === 'passed' && roll(2) === 0 ? { nextUserId: colleague() } : {}),
    });
    if (answer.code === 0) shared.done.push({ approvalId, userId, action });
    return answer;
  };
  const acts: readonly (() => Promise<Reply>)[] = [
    async () => {
      const entity = { title: `单据${seed}-${roll(1_000_000)}` };
      const made = await ask(`${type.family}/addOrUpdate`, { entity, field: [] });
      return made.code === 0 ? submit(Number((made.data as Record<string, unknown>)[type.idKey])) : made;
    },
    () => submit(pick(shared.approvals.filter(({ author }) => author === userId))?.id ?? 0),
    () => decide('passed'),
    () => decide('passed'),
    () => decide('rejected'),
    () => decide('withdrawn'),
  ];
  return { act: (): Promise<Reply> => (pick(acts) ?? acts[0] ?? (() => decide('passed')))() };
}

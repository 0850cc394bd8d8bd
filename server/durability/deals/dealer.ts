import { dice } from '#server/testing/dice.ts';

export interface Reply {
  readonly code: number;
  readonly msg: string;
  readonly data: unknown;
}
export interface DealPerson {
  readonly userId: number;
  readonly token: string;
}
export interface SentFile {
  readonly name: string;
  readonly content: Buffer<ArrayBuffer>;
}
type Body = Readonly<Record<string, unknown>>;
/** One call over the wire; rejects where no answer came. */
export type AskAs = (path: string, body: Body, person: DealPerson, file?: SentFile) => Promise<Reply>;

/** What a person makes, by the text that says which one it is. */
export type Made =
  | 'opportunity'
  | 'contract'
  | 'plan'
  | 'receivable'
  | 'invoice'
  | 'shipment'
  | 'parcel'
  | 'bank'
  | 'credit';
/** `asked` is what no answer came for. */
type Fate = 'asked' | 'done' | 'refused';

export interface Deal {
  readonly contractId: number;
  readonly customerId: number;
}
/** A document that somebody decides on, with who is asked where one is chosen. */
interface Waiting {
  readonly recordId: number;
  readonly approver: number | null;
  /** The invoice that it is, which goes out once it has passed. */
  readonly receiptId: number | null;
}

/** What clients know together, and what the product has answered. */
export interface Deals {
  readonly marks: Map<string, { readonly kind: Made; fate: Fate }>;
  readonly products: readonly number[];
  readonly contracts: Deal[];
  readonly opportunities: { readonly businessId: number; readonly customerId: number }[];
  readonly waiting: Waiting[];
  readonly plans: (Deal & { readonly planId: number })[];
  readonly receivables: number[];
  readonly invoices: number[];
  /** Those that somebody has passed. */
  readonly passedInvoices: number[];
  readonly shipments: (Deal & { readonly expressId: number; readonly number: string })[];
  readonly parcels: number[];
  readonly credits: number[];
  readonly orders: number[];
  readonly operations: number[];
  /** Decisions that were acknowledged, as often as they were. */
  readonly decisions: { readonly recordId: number; readonly userId: number; readonly action: string }[];
  /** Invoices that went out or came back, by the state that was acknowledged. */
  readonly issues: { readonly id: number; readonly status: number }[];
  /** Months that were closed, with the time of the answer. */
  readonly frozen: { readonly month: string; readonly at: string }[];
  /** How often each act was done. */
  readonly done: Map<string, number>;
  /** Answers that no refusal explains. */
  readonly failed: string[];
  /** Calls that the product could not answer now, since it was away, or others were before it for too long. */
  readonly unanswered: string[];
}

export const noDeals = (products: readonly number[]): Deals => ({
  marks: new Map(),
  products,
  contracts: [],
  opportunities: [],
  waiting: [],
  plans: [],
  receivables: [],
  invoices: [],
  passedInvoices: [],
  shipments: [],
  parcels: [],
  credits: [],
  orders: [],
  operations: [],
  decisions: [],
  issues: [],
  frozen: [],
  done: new Map(),
  failed: [],
  unanswered: [],
});

/** The server has failed. */
const isFailure = ({ code, msg }: Reply): boolean => code === 500 && (msg.startsWith('服务器响应异常') || msg === '');
const isAway = ({ code }: Reply): boolean => code === 503;

/** One of several people who deal at once, with a row of dice of its own. */
export function dealer(askAs: AskAs, shared: Deals, people: readonly DealPerson[], seed: number) {
  const roll = dice(seed);
  const pick = <T>(from: readonly T[]): T | undefined => from[roll(from.length)];
  let made = 0;
  let me = people[seed % people.length] as DealPerson;
  const ask = async (path: string, body: Body, file?: SentFile): Promise<Reply> => {
    const answer = await askAs(path, body, me, file);
    if (isFailure(answer)) shared.failed.push(`${path}: ${answer.msg}`);
    if (isAway(answer)) shared.unanswered.push(path);
    return answer;
  };
  return {
    roll,
    pick,
    ask,
    shared,
    people,
    me: (): DealPerson => me,
    /** Goes on as the person of that id. */
    become: (userId: number | null): void => {
      me = people.find((one) => one.userId === userId) ?? me;
    },
    /** Whoever acts next: most of a client's acts are those of one person. */
    turn: (): void => {
      me = (roll(4) === 0 ? pick(people) : people[seed % people.length]) ?? me;
    },
    colleague: (): number => pick(people.filter(({ userId }) => userId !== me.userId))?.userId ?? 0,
    amount: (most: number): string => `${roll(most) + 1}.${roll(90) + 10}`,
    /** The ids of what was done; null where it was refused. */
    tried: async (path: string, body: Body, file?: SentFile): Promise<Record<string, unknown> | null> => {
      const { code, data } = await ask(path, body, file);
      return code === 0 ? ((data ?? {}) as Record<string, unknown>) : null;
    },
    /** Makes something that a text of its own marks; null where it was refused. */
    make: async (
      kind: Made,
      path: string,
      bodyOf: (mark: string) => Body,
      file?: (mark: string) => SentFile,
    ): Promise<Record<string, unknown> | null> => {
      const mark = `${kind} ${seed}-${(made += 1)}`;
      const entry: { kind: Made; fate: Fate } = { kind, fate: 'asked' };
      shared.marks.set(mark, entry);
      const answer = await ask(path, bodyOf(mark), file?.(mark));
      if (!isFailure(answer) && !isAway(answer)) entry.fate = answer.code === 0 ? 'done' : 'refused';
      return answer.code === 0 ? ((answer.data ?? {}) as Record<string, unknown>) : null;
    },
    /** Passes a document. */
    pass: async (recordId: number): Promise<void> => {
      const { userId } = me;
      const { code } = await ask('examineRecord/auditExamine', { recordId, status: 1, remarks: '' });
      if (code === 0) shared.decisions.push({ recordId, userId, action: 'passed' });
    },
    /** A text for what is made beside. */
    named: (what: string): string => `${what} ${seed}-${(made += 1)}`,
    /** The document is to be decided on, by the chosen one if one was. */
    awaits: async (readPath: string, body: Body, approver: number | null): Promise<void> => {
      const { code, data } = await ask(readPath, body);
      const recordId = Number(((data ?? {}) as Record<string, unknown>)['examineRecordId'] ?? 0);
      if (code === 0 && recordId > 0) {
        const receiptId = typeof body['receiptId'] === 'number' ? body['receiptId'] : null;
        shared.waiting.push({ recordId, approver, receiptId });
      }
    },
  };
}
export type Dealer = ReturnType<typeof dealer>;
/** Does one thing, or finds that there is nothing to do it with. */
export type Act = (on: Dealer) => Promise<unknown>;

/** One of the newest: what clients do meets what others do. */
export const recent = <T>(on: Dealer, from: readonly T[], most = 16): T | undefined => on.pick(from.slice(-most));

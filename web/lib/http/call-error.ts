/** Why a call failed: refused by the server, no answer, timed out, or cancelled by the caller. */
type CallFault = 'answer' | 'network' | 'timeout' | 'aborted';

/** What `call` throws. `msg` is in the user's language and may be shown. */
export class CallError extends Error {
  /** The envelope's code, the HTTP status without an envelope, 0 without an answer. */
  readonly code: number;
  readonly msg: string;
  /** The server's message; empty when it had none and `msg` is a general one. */
  readonly said: string;
  /** Details from the server: `{field}`, the current value of a conflict. */
  readonly detail: unknown;
  readonly fault: CallFault;
  readonly status: number;

  constructor(
    fault: CallFault,
    msg: string,
    details: { code?: number; status?: number; detail?: unknown; said?: string } = {},
  ) {
    super(msg);
    this.name = 'CallError';
    this.fault = fault;
    this.msg = msg;
    this.said = details.said ?? '';
    this.code = details.code ?? 0;
    this.status = details.status ?? 0;
    this.detail = details.detail;
  }

  /** A retry a little later may succeed; one that timed out has made the user wait long enough (R25.3). */
  get isTransient(): boolean {
    return this.fault === 'network' || this.status === 503;
  }
}

export const isCallError = (error: unknown): error is CallError => error instanceof CallError;

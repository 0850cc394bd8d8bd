/**
 * Why a service outside did not answer as expected:
 * - `refused`: the address is not allowed
 * - `network`, `timeout`, `status`: the service, or the way to it, is at fault; a retry may work
 * - `answer`: the response is too large, a redirect, or not as agreed
 * - `circuit`: it failed so often that it is not called for a while
 * - `aborted`: the caller no longer wants it
 */
export type OutsideFault = 'refused' | 'network' | 'timeout' | 'status' | 'answer' | 'circuit' | 'aborted';

/** For logs and adapters; users see the messages of the feature. Contains no query and no key. */
export class OutsideError extends Error {
  readonly fault: OutsideFault;
  /** Of an answer that was refused for it. */
  readonly status: number | undefined;

  constructor(fault: OutsideFault, message: string, options: ErrorOptions & { readonly status?: number } = {}) {
    super(message, options);
    this.name = 'OutsideError';
    this.fault = fault;
    this.status = options.status;
  }

  get isTransient(): boolean {
    return this.fault === 'network' || this.fault === 'timeout' || this.fault === 'status';
  }
}

/**
 * Why a service outside did not answer as it should:
 * - `refused`: the address is one that we do not talk to
 * - `network`, `timeout`, `status`: the service, or the way to it, is at fault; a later try may work
 * - `answer`: what came is too large, a redirect, or not what was agreed
 * - `circuit`: it failed so often that it is left alone for a while
 * - `aborted`: the caller no longer wants it
 */
export type OutsideFault = 'refused' | 'network' | 'timeout' | 'status' | 'answer' | 'circuit' | 'aborted';

/** For logs and adapters; users meet the feature's own words. The message holds no query and no key. */
export class OutsideError extends Error {
  readonly fault: OutsideFault;

  constructor(fault: OutsideFault, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'OutsideError';
    this.fault = fault;
  }

  get isTransient(): boolean {
    return this.fault === 'network' || this.fault === 'timeout' || this.fault === 'status';
  }
}

/**
 * Measures the time a worker spends reading, without the time it waits for its consumer, and calls `onExpired` once
 * when it exceeds the limit for the rows so far (security U5).
 */
export class ParsingClock {
  readonly #millisecondsPer10000Rows: number;
  readonly #onExpired: () => void;
  #rows = 0;
  #used = 0;
  #since: number | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(secondsPer10000Rows: number, onExpired: () => void) {
    this.#millisecondsPer10000Rows = secondsPer10000Rows * 1000;
    this.#onExpired = onExpired;
  }

  start(): void {
    if (this.#since !== undefined) return;
    this.#since = performance.now();
    this.#arm();
  }

  stop(): void {
    clearTimeout(this.#timer);
    if (this.#since !== undefined) this.#used += performance.now() - this.#since;
    this.#since = undefined;
  }

  addRows(count: number): void {
    this.#rows += count;
  }

  #remaining(): number {
    const allowed = this.#millisecondsPer10000Rows * (1 + Math.floor(this.#rows / 10_000));
    return allowed - this.#used - (this.#since === undefined ? 0 : performance.now() - this.#since);
  }

  #arm(): void {
    // When this thread was busy itself, batches may be queued behind the timer: they are handled first.
    this.#timer = setTimeout(() => setImmediate(() => this.#check()), Math.max(1, this.#remaining()));
    this.#timer.unref();
  }

  #check(): void {
    if (this.#since === undefined) return;
    if (this.#remaining() > 0) this.#arm();
    else this.#onExpired();
  }
}

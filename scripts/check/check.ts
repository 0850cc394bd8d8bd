/** The findings of one check. A check that examined nothing has failed. */
export interface Outcome {
  /** How many things were examined. */
  readonly count: number;
  /** What they are, in the plural: `files`, `regular expressions`. */
  readonly things: string;
  /** One line each, with the place first: `path:line what is wrong`. */
  readonly problems: readonly string[];
  /** Reported although nothing is wrong. */
  readonly note?: string;
}

export interface Options {
  /** Rewrites committed lists that must be rewritten deliberately. */
  readonly update: boolean;
}

export interface Check {
  readonly name: string;
  readonly run: (options: Options) => Outcome | Promise<Outcome>;
}

/** A check that threw, or examined nothing, is a failure too. */
export async function perform(check: Check, options: Options): Promise<Outcome> {
  try {
    const outcome = await check.run(options);
    if (outcome.count > 0 || outcome.problems.length > 0) return outcome;
    return { ...outcome, problems: [`examined no ${outcome.things}`] };
  } catch (error) {
    return { count: 0, things: 'files', problems: [describe(error)] };
  }
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause instanceof Error ? ` (${error.cause.message})` : '';
  return `${error.stack ?? error.message}${cause}`;
}

import type { RawBuilder } from 'kysely';

/** A condition of a query, on the alias `r` by default. */
export type Where = RawBuilder<boolean>;

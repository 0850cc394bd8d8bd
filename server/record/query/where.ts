import type { RawBuilder } from 'kysely';

/** A condition of a query, on the alias `r` unless said otherwise. */
export type Where = RawBuilder<boolean>;

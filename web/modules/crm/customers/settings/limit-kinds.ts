import type { customerSettingCalls } from '#shared/crm/pool-calls.ts';
import type { MessageKey } from '#shared/i18n/translate.ts';
import type { OutputOf } from '#shared/wire/endpoint.ts';

/** What a limit counts: customers owned, or those of them that are locked. */
export interface LimitKind {
  /** `type` on the wire. */
  readonly type: 1 | 2;
  /** Label of the number. */
  readonly most: MessageKey;
  /** Customers with a deal may be excluded; they are never locked (R16.7). */
  readonly asksForDeals: boolean;
}

export const limitKinds: readonly [LimitKind, LimitKind] = [
  {
    type: 1,
    most: 'limit.most_owned',
    asksForDeals: true,
  },
  {
    type: 2,
    most: 'limit.most_locked',
    asksForDeals: false,
  },
];

export type CustomerLimit = OutputOf<typeof customerSettingCalls.limits>['list'][number];

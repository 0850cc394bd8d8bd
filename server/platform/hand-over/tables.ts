import type { Generated } from 'kysely';
import type { Receipt } from '#server/platform/hand-over/holding.ts';
import type { HandOverState } from '#shared/admin/hand-over/hand-over-calls.ts';

declare module '#server/platform/database/tables.ts' {
  interface Tables {
    hand_over: {
      hand_over_id: Generated<number>;
      from_user_id: number;
      user_id: number;
      state: Generated<HandOverState>;
      undo_user_id: number | null;
      kept: Generated<string[]>;
      create_time: Generated<string>;
      finish_time: string | null;
    };
    hand_over_item: {
      hand_over_id: number;
      part: number;
      place: number;
      holding: string;
      item: string;
      to_user_id: number;
      state: Generated<'waiting' | 'done' | 'left'>;
      reason: { readonly code: string; readonly params: Record<string, unknown> } | null;
    };
    hand_over_receipt: { hand_over_id: number; holding: string; part: number; receipt: Receipt };
  }
}

import type { Generated } from 'kysely';

declare module '#server/platform/database/tables.ts' {
  interface Tables {
    invite: {
      invite_id: Generated<number>;
      token_hash: Buffer;
      dept_id: number | null;
      role_ids: number[];
      valid_until: string;
      most: number;
      create_user_id: number;
      create_time: Generated<string>;
      ended_time: string | null;
      ended_user_id: number | null;
    };
    invite_application: {
      application_id: Generated<number>;
      invite_id: number;
      realname: string;
      username: string;
      email: Generated<string>;
      password_hash: string;
      again: Generated<number>;
      state: Generated<number>;
      user_id: number | null;
      decided_user_id: number | null;
      decided_time: string | null;
      create_time: Generated<string>;
    };
    invite_use: { link: string; address: string; minute: string; used: number };
  }
}
export {};

import type { Generated } from 'kysely';

declare module '#server/platform/database/tables.ts' {
  interface Tables {
    session_login: {
      login_id: Generated<number>;
      user_id: number;
      client: number;
      user_agent: string;
      address: string;
      created_at: Generated<string>;
      last_used_at: Generated<string>;
      refreshed: Generated<boolean>;
      ended_at: string | null;
      end_reason: string | null;
      viewer_login_id: number | null;
      viewed_role_id: number | null;
      viewed_version: number | null;
    };
    session_token: {
      token_hash: Buffer;
      login_id: number;
      kind: number;
      generation: number;
      created_at: Generated<string>;
      used_at: string | null;
    };
    login_failure: {
      failure_id: Generated<number>;
      account: string;
      address: string;
      failed_at: Generated<string>;
      pending: Generated<boolean>;
    };
    password_link: {
      user_id: number;
      token_hash: Buffer;
      made_by: number;
      known_to: Generated<number[]>;
      expires_at: string;
    };
    known_address: { user_id: number; address: string; seen_at: Generated<string> };
    audit: {
      audit_id: Generated<number>;
      user_id: number | null;
      what: string;
      subject: Generated<string>;
      result: string;
      address: Generated<string>;
      created_at: Generated<string>;
      device: Generated<string>;
      reason: Generated<string>;
    };
  }
}
export {};

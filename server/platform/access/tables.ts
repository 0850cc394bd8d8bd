import type { Generated } from 'kysely';

declare module '#server/platform/database/tables.ts' {
  interface Tables {
    app_setting: { name: string; value: unknown };
    app_secret: { name: string; value: Buffer };
    org_version: { only_row: Generated<boolean>; version: number; role_changes: Generated<number> };
    department: { dept_id: Generated<number>; name: string; pid: number; num: number; remark: string };
    app_user: {
      user_id: Generated<number>;
      username: string;
      password_hash: string;
      realname: string;
      num: Generated<string>;
      mobile: Generated<string>;
      email: Generated<string>;
      sex: Generated<number>;
      dept_id: number;
      post: Generated<string>;
      status: Generated<number>;
      parent_id: Generated<number>;
      img_file_id: number | null;
      member_name: Generated<string>;
      agent_flag: Generated<number>;
      language: Generated<'cn' | 'en'>;
      password_expires_at: string | null;
      secret_given_by: number | null;
      /** Who may know the password: who gave it, and who might have been in that one's account then. */
      secret_known_to: Generated<number[]>;
      create_time: Generated<string>;
      last_login_time: string | null;
      last_login_ip: Generated<string>;
      /** When the person put the first steps away. */
      first_steps_hidden_at: string | null;
    };
    role: {
      role_id: Generated<number>;
      role_name: string;
      role_type: number;
      data_type: number;
      remark: Generated<string>;
      label: number | null;
      status: Generated<number>;
      hidden: Generated<boolean>;
    };
    role_menu: { role_id: number; menu_id: number };
    role_field_type: { role_id: number; type_code: number };
    role_field: { role_id: number; type_code: number; field_id: number; level: number };
    user_role: { user_id: number; role_id: number };
  }
}
export {};

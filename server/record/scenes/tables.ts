import type { Generated } from 'kysely';
import type { FilterData } from '#shared/record/calls/record-calls.ts';
import type { SceneKind } from '#shared/record/calls/scene-calls.ts';

declare module '#server/platform/database/tables.ts' {
  interface Tables {
    scene: {
      scene_id: Generated<number>;
      type_code: number;
      user_id: number;
      name: string;
      kind: SceneKind | null;
      data: FilterData;
      sort_field: string | null;
      sort_order: 1 | 2 | null;
      sorting: number;
      hidden: boolean;
      share_all: boolean;
      share_users: number[];
      share_depts: number[];
      create_time: Generated<string>;
    };
    scene_reader: { user_id: number; scene_id: number; sorting: number; hidden: boolean };
    scene_default: { user_id: number; type_code: number; scene_id: number };
  }
}

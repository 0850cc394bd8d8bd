import { z } from 'zod';
import { managePermissions } from '#shared/admin/menus.ts';
import { endpoint } from '#shared/wire/endpoint.ts';
import { done, flag, id, limit, page, pageOf, text, wordList } from '#shared/wire/values.ts';

const settingChange = z.object({
  changeId: z.int(),
  kind: z.string(),
  /** What people call settings of the kind, and the item, which is empty where there is one alone. */
  title: z.string(),
  item: z.string(),
  realname: z.string(),
  createTime: z.string(),
  /** 1 = it took an earlier change back. */
  isTakingBack: flag,
  differences: z.array(z.object({ label: z.string(), before: z.string(), after: z.string() })),
  /** 1 = the setting still is as this change left it. */
  mayTakeBack: flag,
  /** What taking it back would do beyond the setting, in words; mostly empty. */
  effect: z.string(),
});
export type SettingChange = z.output<typeof settingChange>;

/** Names, joined by commas; all kinds without any. */
const kinds = z.preprocess(wordList, z.array(text(50)).max(20).default([]));

export const settingChangeCalls = {
  /** What was changed in the settings that the caller may change, the newest first; of `kinds` alone where they are named. */
  list: endpoint({
    path: 'system/setting/queryChangeList',
    access: managePermissions,
    input: z.object({ kinds, page, limit: limit(15) }),
    output: pageOf(settingChange),
  }),
  takeBack: endpoint({
    path: 'system/setting/undoChange',
    access: managePermissions,
    effect: 'write',
    ids: { changeId: 'reference' },
    input: z.object({ changeId: id }),
    output: done,
    codes: ['setting.changed_since', 'setting.stays', 'access.record'],
  }),
};

export const settingErrors = { 'setting.changed_since': 409, 'setting.stays': 409 } as const;
type SettingErrors = typeof settingErrors;
declare module '#shared/wire/error-codes.ts' {
  interface ErrorCodes extends SettingErrors {}
}

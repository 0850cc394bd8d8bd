import { typeNamed } from '#server/record/registry.ts';
import { menuRows, type MenuRow } from '#shared/admin/menus.ts';
import type { Language } from '#shared/i18n/language.ts';
import { isMessageKey, translate } from '#shared/i18n/translate.ts';
import type { Lacking } from './gains.ts';

/** So many are named; the rest is counted. */
const mostNamed = 5;

const rows = new Map(menuRows.map((row) => [row.menuId, row]));
const byPermission = new Map(menuRows.map((row) => [row.permission as string | null, row]));
const byModule = new Map<string, MenuRow>(
  menuRows.flatMap((row) => {
    const area = rows.get(row.parentId);
    return row.menuType === 1 && area ? [[`${area.realm}:${row.realm}`, row] as const] : [];
  }),
);

const titleOf = (row: MenuRow, language: Language): string => (language === 'cn' ? row.zh : row.en);

/** 客户管理·编辑 */
export function permissionName(permission: string, language: Language): string {
  const row = byPermission.get(permission);
  const module = row && rows.get(row.parentId);
  return row && module ? `${titleOf(module, language)}·${titleOf(row, language)}` : permission;
}

const moduleName = (module: string, language: Language): string => {
  const row = byModule.get(module);
  return row ? titleOf(row, language) : module;
};

export function typeName(code: number, language: Language): string {
  const key = typeNamed(code)?.name ?? '';
  return isMessageKey(key) ? translate(language, key) : key;
}

/** What somebody lacks, as people call it. Fields are told by their type alone: they are hidden from the reader. */
export function lackingNames({ isAdmin, permissions, modules, types }: Lacking, language: Language): string {
  // in the order of the permission tree
  const wanted = new Set(permissions);
  const names = [
    ...(isAdmin ? [translate(language, 'rights.administrator')] : []),
    ...menuRows.flatMap(({ permission }) =>
      permission && wanted.has(permission) ? [permissionName(permission, language)] : [],
    ),
    ...modules.map((module) => translate(language, 'rights.scope_of', { module: moduleName(module, language) })),
    ...types.map((code) => translate(language, 'rights.fields_of', { type: typeName(code, language) })),
  ];
  const shown = names.slice(0, mostNamed).join(translate(language, 'rights.comma'));
  const count = names.length - mostNamed;
  return count > 0 ? translate(language, 'rights.and_more', { names: shown, count }) : shown;
}

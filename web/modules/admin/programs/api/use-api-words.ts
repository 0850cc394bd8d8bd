import { useText } from '#web/lib/i18n/i18n.ts';
import { usePreferences } from '#web/lib/preferences.ts';
import type { OperationObject } from '#shared/admin/audit/operation.ts';
import { menuRows } from '#shared/admin/menus.ts';
import type { ApiCall } from './api-document.ts';

const rows = new Map(menuRows.map((row) => [row.menuId, row]));
const byPermission = new Map(
  menuRows.flatMap((row) => (row.permission === null ? [] : [[row.permission as string, row]])),
);

/** What calls and permissions are called in the reader's language, and the calls that some words find. */
export function useApiWords() {
  const text = useText();
  const { language } = usePreferences();
  const objectName = (object: OperationObject) => text(`audit.object.${object}`);
  const titleOf = ({ kind, object }: ApiCall) => `${text(`audit.kind.${kind}`)} ${objectName(object)}`;
  const permissionName = (key: string): string => {
    const action = byPermission.get(key);
    const module = action && rows.get(action.parentId);
    if (!action || !module) return key;
    return language === 'en' ? `${module.en} · ${action.en}` : `${module.zh}·${action.zh}`;
  };
  const textsOf = (call: ApiCall): string =>
    [call.path, titleOf(call), ...call.keys, ...call.keys.map(permissionName)].join(' ').toLowerCase();
  const found = (calls: readonly ApiCall[], search: string): readonly ApiCall[] => {
    const words = search
      .toLowerCase()
      .split(/\s+/)
      .filter((word) => word !== '');
    if (words.length === 0) return calls;
    return calls.filter((call) => {
      const texts = textsOf(call);
      return words.every((word) => texts.includes(word));
    });
  };
  return { language, objectName, titleOf, permissionName, found };
}

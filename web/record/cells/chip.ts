import type { TextParams } from '#web/lib/i18n/i18n.ts';
import type { StatusTone } from '#web/ui/status-tag.tsx';
import type { Permission } from '#shared/admin/menus.ts';
import type { MessageKey } from '#shared/i18n/translate.ts';

/** A state of a record next to its name. */
export interface Chip {
  readonly label: MessageKey;
  readonly params?: TextParams;
  readonly tone: StatusTone;
  /** Its link, for people with the right. */
  readonly to?: { readonly path: string; readonly access: Permission };
}

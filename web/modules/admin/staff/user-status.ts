import { userStatus, type UserRow } from '#shared/admin/user-calls.ts';
import type { MessageKey } from '#shared/i18n/translate.ts';
import type { StatusTone } from '#web/ui/status-tag.tsx';

const keys: readonly MessageKey[] = ['staff.status_0', 'staff.status_1', 'staff.status_2'];
const tones: readonly StatusTone[] = ['danger', 'success', 'neutral'];

/** In the order of the filter. */
export const statuses = [userStatus.active, userStatus.fresh, userStatus.disabled] as const;
export const statusKey = (status: number): MessageKey => keys[status] ?? 'staff.status_2';
export const statusTone = (status: number): StatusTone => tones[status] ?? 'neutral';
export const isDisabled = ({ status }: UserRow): boolean => status === userStatus.disabled;

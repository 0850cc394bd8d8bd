import type { ComponentType } from 'react';
import type { PermissionPath } from '#web/lib/session/permissions.ts';
import type { Asked } from './question.ts';

/** A part of the dashboard. Modules of the area add theirs, such as a goal against its result, where the pages are listed. */
export interface DashboardPart {
  readonly key: string;
  readonly isWide: boolean;
  /** Where the permission tree has to reach; null always shown. */
  readonly needs: PermissionPath | null;
  readonly Part: ComponentType<{ readonly asked: Asked }>;
}

const parts: DashboardPart[] = [];

/** Puts parts behind those that are there already. */
export const addDashboardParts = (added: readonly DashboardPart[]): void => void parts.push(...added);
export const dashboardParts = (): readonly DashboardPart[] => parts;

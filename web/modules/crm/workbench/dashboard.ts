import type { ComponentType } from 'react';
import type { PermissionPath } from '#web/lib/session/permissions.ts';
import type { Asked } from './question.ts';

/** A part of the dashboard. Modules of the area add theirs, such as a goal against its result, where the pages are listed. */
export interface DashboardPart {
  readonly key: string;
  /** Smaller ones come first, whenever they were added: the page adds its own when it is opened, modules before that. */
  readonly place: number;
  readonly isWide: boolean;
  /** Where the permission tree has to reach; null always shown. */
  readonly needs: PermissionPath | null;
  readonly Part: ComponentType<{ readonly asked: Asked }>;
}

const parts: DashboardPart[] = [];

export const addDashboardParts = (added: readonly DashboardPart[]): void => void parts.push(...added);
export const dashboardParts = (): readonly DashboardPart[] => parts.toSorted((left, right) => left.place - right.place);

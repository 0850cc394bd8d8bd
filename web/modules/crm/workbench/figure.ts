import type { CrmTypeName } from '#web/modules/crm/record-pages.ts';

/** Each has its `workbench.new.` message. */
export type FigureKey = CrmTypeName | 'follow_up';

/** What a figure counts: records of a type made new, or with `isFollowed` those followed up; follow-ups under the code 0. */
export interface Figure {
  readonly key: FigureKey;
  readonly code: number;
  readonly isFollowed?: true;
}

/** The page that is begun with, and who hears of another. */
export interface PageAt {
  readonly first: number;
  readonly onPage: (page: number) => void;
}

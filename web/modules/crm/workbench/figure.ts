import type { CrmTypeName } from '#web/modules/crm/record-pages.ts';

/** Each has its `workbench.new.` message. */
export type FigureKey = CrmTypeName | 'follow_up';

/**
 * What a figure counts: created records of a type, or with `isFollowed` those followed up; follow-ups under the code 0.
 */
export interface Figure {
  readonly key: FigureKey;
  readonly code: number;
  readonly isFollowed?: true;
}

/** The initial page, and the callback for others. */
export interface PageAt {
  readonly first: number;
  readonly onPage: (page: number) => void;
}

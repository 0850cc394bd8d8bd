import { lazyOverlay } from '#web/lib/lazy-page.tsx';
import { type RecordScreen } from '#web/record/record-screen.ts';
import { screenOf } from '#web/record/screen-of.ts';
import type { RecordType } from '#shared/record/record-type.ts';

const LinkedRecords = lazyOverlay(() => import('#web/modules/crm/linked-records.tsx'), 'LinkedRecords');

/** A CRM screen: a follow-up on a record of any type may refer to contacts and opportunities as well (R13.2). */
export const crmScreenOf = (
  type: RecordType,
  calls: RecordScreen['calls'],
  more: Partial<RecordScreen> = {},
): RecordScreen => screenOf(type, calls, { FollowUpLinks: LinkedRecords, ...more });

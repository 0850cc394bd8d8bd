import { lazyOverlay } from '#web/lib/lazy-page.tsx';
import { crmScreenOf } from '#web/modules/crm/crm-screen.ts';
import { leadsChips } from '#web/modules/crm/leads/leads-chips.ts';
import { stateActions } from '#web/record/states/state-actions.tsx';
import type { RecordAction } from '#web/record/record-screen.ts';
import { createTimeFigure, ownerFigure, usualActions } from '#web/record/screen-of.ts';
import { mayAssign } from '#shared/crm/duty/duty-calls.ts';
import { leadsCalls } from '#shared/crm/leads-calls.ts';
import { leadsSourceField, leadsType } from '#shared/crm/leads-type.ts';
import { toDoCalls } from '#shared/crm/to-do-calls.ts';
import { permissionOf } from '#shared/record/calls/record-calls.ts';

const DutyDialog = lazyOverlay(() => import('#web/modules/crm/leads/duty-dialog.tsx'), 'DutyDialog');
const ConversionDialog = lazyOverlay(() => import('#web/modules/crm/leads/conversion-dialog.tsx'), 'ConversionDialog');

const convertAction: RecordAction = {
  key: 'convert',
  label: 'leads.convert',
  access: permissionOf(leadsType, 'transform'),
  changes: true,
  Dialog: ConversionDialog,
};

const assignAction: RecordAction = {
  key: 'assignToDuty',
  label: 'duty.assign',
  access: mayAssign,
  changes: true,
  Dialog: DutyDialog,
};

export const leadsScreen = crmScreenOf(leadsType, leadsCalls, {
  // beside the transfer, which is the first
  acts: [convertAction, ...usualActions(leadsType, leadsCalls).toSpliced(1, 0, assignAction)],
  // the name is the title (R12.2)
  figures: [{ field: leadsSourceField }, { label: 'crm_leads.mobile', isMobile: true }, ownerFigure, createTimeFigure],
  chips: leadsChips,
  moves: stateActions(leadsType, [toDoCalls.setLeadsFollowup]),
});

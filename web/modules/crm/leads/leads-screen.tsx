import { lazyOverlay } from '#web/lib/lazy-page.tsx';
import { crmScreenOf } from '#web/modules/crm/crm-screen.ts';
import { leadsChips } from '#web/modules/crm/leads/leads-chips.ts';
import { MobileLink } from '#web/record/cells/phone-link.tsx';
import { stateActions } from '#web/record/states/state-actions.tsx';
import type { RecordAction } from '#web/record/record-screen.ts';
import { createTimeFigure, ownerFigure, usualActions } from '#web/record/screen-of.ts';
import { leadsCalls } from '#shared/crm/leads-calls.ts';
import { leadsSourceField, leadsType } from '#shared/crm/leads-type.ts';
import { toDoCalls } from '#shared/crm/to-do-calls.ts';
import { permissionOf } from '#shared/record/calls/record-calls.ts';

const ConversionDialog = lazyOverlay(() => import('#web/modules/crm/leads/conversion-dialog.tsx'), 'ConversionDialog');

const convertAction: RecordAction = {
  key: 'convert',
  label: 'leads.convert',
  access: permissionOf(leadsType, 'transform'),
  changes: true,
  Dialog: ConversionDialog,
};

export const leadsScreen = crmScreenOf(leadsType, leadsCalls, {
  acts: [convertAction, ...usualActions(leadsType, leadsCalls)],
  // the name is the title (R12.2)
  figures: [
    { field: leadsSourceField },
    { label: 'crm_leads.mobile', show: (record) => <MobileLink record={record} /> },
    ownerFigure,
    createTimeFigure,
  ],
  chips: leadsChips,
  moves: stateActions(leadsType, [toDoCalls.setLeadsFollowup]),
});

import { lazyOverlay } from '#web/lib/lazy-page.tsx';
import { crmScreenOf } from '#web/modules/crm/crm-screen.ts';
import { opportunityChips, opportunityFlags } from '#web/modules/crm/opportunities/opportunity-chips.ts';
import type { RecordAction } from '#web/record/record-screen.ts';
import { usualActions, createTimeFigure, ownerFigure } from '#web/record/screen-of.ts';
import { stateActions } from '#web/record/states/state-actions.tsx';
import { teamPanels } from '#web/record/team/team-panels.tsx';
import { contractType } from '#shared/crm/contracts/contract-type.ts';
import { opportunityCalls } from '#shared/crm/opportunities/opportunity-calls.ts';
import { outcome, outcomes } from '#shared/crm/opportunities/opportunity-states.ts';
import { opportunityType } from '#shared/crm/opportunities/opportunity-type.ts';
import { permissionOf } from '#shared/record/calls/record-calls.ts';
import { withSeparators } from '#shared/record/money/amount-text.ts';

const part = {
  ContactsPanel: lazyOverlay(() => import('#web/modules/crm/opportunities/contacts-panel.tsx'), 'ContactsPanel'),
  StagesPanel: lazyOverlay(() => import('#web/modules/crm/opportunities/stages-panel.tsx'), 'StagesPanel'),
  SharesPanel: lazyOverlay(() => import('#web/modules/crm/opportunities/shares-panel.tsx'), 'SharesPanel'),
  GroupsDialog: lazyOverlay(() => import('#web/modules/crm/opportunities/groups/groups-dialog.tsx'), 'GroupsDialog'),
  StageBar: lazyOverlay(() => import('#web/modules/crm/opportunities/stage-bar.tsx'), 'StageBar'),
  FunnelStrip: lazyOverlay(() => import('#web/modules/crm/opportunities/funnel-strip.tsx'), 'FunnelStrip'),
  StageLane: lazyOverlay(() => import('#web/modules/crm/opportunities/stage-lane.tsx'), 'StageLane'),
};

const moves = stateActions(opportunityType);

/** What follows once one is won. */
const makeContract: RecordAction = {
  key: 'contract',
  label: 'crm_contract.new',
  begins: { type: contractType, column: 'business_id' },
  access: permissionOf(contractType, 'save'),
  fits: (rows) => rows.length === 1 && rows.every((row) => row['isEnd'] === outcomes.won),
  Dialog: lazyOverlay(
    () => import('#web/modules/crm/opportunities/contract-of-opportunity.tsx'),
    'ContractOfOpportunity',
  ),
};

export const opportunityScreen = crmScreenOf(opportunityType, opportunityCalls, {
  moves,
  acts: [makeContract, ...usualActions(opportunityType, opportunityCalls, moves)],
  // the main figures (R12.2)
  figures: [
    { label: 'crm_business.customer_id', show: (record) => String(record['customerName'] ?? '') },
    { label: 'crm_business.money', show: (record) => withSeparators(String(record['money'] ?? '')) },
    { label: 'crm_business.status_name', show: (record) => String(record['statusName'] ?? '') },
    ownerFigure,
    createTimeFigure,
  ],
  chips: opportunityChips,
  flags: opportunityFlags,
  panels: [
    { key: 'contacts', label: 'opportunity.contacts', access: 'crm:contacts:index', Panel: part.ContactsPanel },
    { key: 'shares', label: 'crm_business.shares', Panel: part.SharesPanel },
    ...teamPanels(opportunityType, opportunityCalls),
    { key: 'stages', label: 'opportunity.stages', Panel: part.StagesPanel },
  ],
  more: [{ key: 'groups', label: 'stage_group.title', access: 'manage:crm:setting', Dialog: part.GroupsDialog }],
  Strip: part.FunnelStrip,
  HeadBar: part.StageBar,
  Lane: part.StageLane,
  boardConditions: [{ fieldName: outcome.fieldName, condition: 'is', value: outcomes.open }],
  boardDrops: ['is_end.win', 'is_end.lose', 'is_end.dismiss'],
});

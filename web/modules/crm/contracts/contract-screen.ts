import { createElement } from 'react';
import { ContractFigureButton, readsLedger } from '#web/modules/crm/contract-money.tsx';
import { lazyOverlay, lazyPage } from '#web/lib/lazy-page.tsx';
import { contractActions } from '#web/modules/crm/contracts/contract-actions.tsx';
import { askedOfFullPrice } from '#web/modules/crm/contracts/full-price.ts';
import { crmScreenOf } from '#web/modules/crm/crm-screen.ts';
import { takeOverDialog } from '#web/record/approval/list/take-over-action.ts';
import { ownerFigure, usualActions } from '#web/record/screen-of.ts';
import { stateActions } from '#web/record/states/state-actions.tsx';
import { teamPanels } from '#web/record/team/team-panels.tsx';
import type { Figure } from '#web/record/record-screen.ts';
import { checkStatuses } from '#shared/approval/approval-state.ts';
import { contractCalls } from '#shared/crm/contracts/contract-calls.ts';
import { contractType } from '#shared/crm/contracts/contract-type.ts';
import type { ContractFigure } from '#shared/crm/ledger/accounts.ts';
import type { MessageKey } from '#shared/i18n/translate.ts';

const ContractMoney = lazyPage(() => import('#web/modules/crm/contracts/money-panel.tsx'), 'ContractMoney');
const PricePanel = lazyPage(() => import('#web/modules/crm/contracts/price-panel.tsx'), 'PricePanel');
const TakeOverDialog = lazyOverlay(() => import('#web/modules/crm/contracts/take-over-dialog.tsx'), 'TakeOverDialog');
const VersionsPanel = lazyPage(() => import('#web/modules/crm/contracts/versions-panel.tsx'), 'VersionsPanel');

/** Each opens the entries that it is the sum of. */
const money = (label: MessageKey, name: string, figure: ContractFigure): Figure => ({
  label,
  show: (record) => {
    const amount = record[name];
    return typeof amount === 'string' && amount !== '' && createElement(ContractFigureButton, { record, name, figure });
  },
});

export const contractScreen = crmScreenOf(contractType, contractCalls, {
  acts: [
    ...contractActions,
    takeOverDialog(contractType, TakeOverDialog),
    ...usualActions(contractType, contractCalls, stateActions(contractType)),
  ],
  figures: [
    { label: 'crm_contract.num', show: (record) => String(record['num'] ?? '') },
    { label: 'crm_contract.customer_id', show: (record) => String(record['customerName'] ?? '') },
    money('crm_contract.money', 'contract_money', 'contractMoney'),
    { label: 'crm_contract.order_date', show: (record) => String(record['orderDate'] ?? '') },
    money('contract.received', 'receive_money', 'receivedMoney'),
    money('contract.unreceived', 'unreceiveMoney', 'unreceivedMoney'),
    ownerFigure,
  ],
  panels: [
    { key: 'money', label: 'ledger.money_tab', access: readsLedger, Panel: ContractMoney },
    { key: 'prices', label: 'contract.prices', Panel: PricePanel, fits: hasLines },
    {
      key: 'versions',
      label: 'contract.versions',
      Panel: VersionsPanel,
      fits: (record) => record['checkStatus'] === checkStatuses.passed || Number(record['changesId'] ?? 0) > 0,
    },
    ...teamPanels(contractType, contractCalls),
  ],
  beforeSubmit: askedOfFullPrice,
});

function hasLines({ product }: Readonly<Record<string, unknown>>): boolean {
  return Array.isArray(product) && product.length > 0;
}

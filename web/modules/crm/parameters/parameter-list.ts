import type { Setting } from '#web/lib/settings/setting.ts';
import type { Permission } from '#shared/admin/menus.ts';
import type { MessageKey } from '#shared/i18n/translate.ts';

export const parametersAddress = '/manager/system-customer/biz-param';

/** A part of the page of parameters, as menu and search show it. */
export interface Parameter {
  /** The end of its address. */
  readonly key: string;
  readonly title: MessageKey;
  readonly says: MessageKey;
  /** The right that it takes beyond that to the page. */
  readonly access?: Permission;
  readonly changes: Setting['changes'];
}

/** The parts in their order. */
export const parameterList = [
  {
    key: 'follow-up',
    title: 'parameters.follow_up_kinds',
    says: 'find.follow_up_kinds',
    changes: ['follow_up_categories'],
  },
  { key: 'stages', title: 'stage_group.title', says: 'find.stages', changes: ['stage_group'] },
  { key: 'reasons', title: 'stage_group.reasons', says: 'find.reasons', changes: ['business_reason'] },
  {
    key: 'categories',
    title: 'parameters.categories',
    says: 'find.categories',
    changes: ['product_category', 'product_category.order'],
  },
  {
    key: 'contract-expiry',
    title: 'parameters.contract_expiry',
    says: 'find.contract_expiry',
    changes: ['contract_expiry'],
  },
  { key: 'owned', title: 'limit.name.1', says: 'find.owned', changes: ['owned_limit'] },
  { key: 'locked', title: 'limit.name.2', says: 'find.locked', changes: ['locked_limit'] },
  {
    key: 'numbers',
    title: 'number_rule.section',
    says: 'find.numbers',
    access: 'manage:crm:field',
    changes: ['record_sequence'],
  },
  { key: 'duplicates', title: 'duplicates.switch', says: 'find.duplicates', changes: ['duplicate_check'] },
  // companies are imported, not set
  { key: 'registry', title: 'enterprise.registry', says: 'find.registry', changes: 'acts' },
  { key: 'help-video', title: 'help_video.section', says: 'find.help_video', changes: ['help_video'] },
] as const satisfies readonly Parameter[];

export type ParameterKey = (typeof parameterList)[number]['key'];

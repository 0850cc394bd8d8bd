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
}

/** The parts in their order. */
export const parameterList = [
  { key: 'follow-up', title: 'parameters.follow_up_kinds', says: 'find.follow_up_kinds' },
  { key: 'stages', title: 'stage_group.title', says: 'find.stages' },
  { key: 'reasons', title: 'stage_group.reasons', says: 'find.reasons' },
  { key: 'categories', title: 'parameters.categories', says: 'find.categories' },
  { key: 'contract-expiry', title: 'parameters.contract_expiry', says: 'find.contract_expiry' },
  { key: 'owned', title: 'limit.name.1', says: 'find.owned' },
  { key: 'locked', title: 'limit.name.2', says: 'find.locked' },
  { key: 'numbers', title: 'number_rule.section', says: 'find.numbers', access: 'manage:crm:field' },
  { key: 'duplicates', title: 'duplicates.switch', says: 'find.duplicates' },
  { key: 'registry', title: 'enterprise.registry', says: 'find.registry' },
  { key: 'help-video', title: 'help_video.section', says: 'find.help_video' },
] as const satisfies readonly Parameter[];

export type ParameterKey = (typeof parameterList)[number]['key'];

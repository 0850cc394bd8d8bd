import { ExpiryForm } from '#web/modules/crm/contracts/expiry-form.tsx';
import { CompanyRegistry } from '#web/modules/crm/customers/settings/company-registry.tsx';
import { CustomerLimits } from '#web/modules/crm/customers/settings/customer-limits.tsx';
import { DuplicateSwitches } from '#web/modules/crm/customers/settings/duplicate-switches.tsx';
import { FollowUpKinds } from '#web/modules/crm/customers/settings/follow-up-kinds.tsx';
import { HelpVideos } from '#web/modules/crm/customers/settings/help-videos.tsx';
import { limitKinds } from '#web/modules/crm/customers/settings/limit-kinds.ts';
import { EndReasons } from '#web/modules/crm/opportunities/groups/reasons-form.tsx';
import { StageGroups } from '#web/modules/crm/opportunities/groups/stage-groups.tsx';
import { ParameterSections, type ParameterSection } from '#web/modules/crm/parameters/parameter-sections.tsx';
import { ProductCategories } from '#web/modules/crm/products/product-categories.tsx';
import { NumberRules } from '#web/record/sequences/number-rules.tsx';

const sections: readonly ParameterSection[] = [
  {
    key: 'follow-up',
    title: 'parameters.follow_up_kinds',
    kinds: ['follow_up_categories'],
    Section: FollowUpKinds,
  },
  { key: 'stages', title: 'stage_group.title', kinds: ['stage_group'], Section: StageGroups },
  { key: 'reasons', title: 'stage_group.reasons', kinds: ['business_reason'], Section: EndReasons },
  {
    key: 'categories',
    title: 'parameters.categories',
    kinds: ['product_category', 'product_category.order'],
    Section: ProductCategories,
  },
  { key: 'contract-expiry', title: 'parameters.contract_expiry', kinds: ['contract_expiry'], Section: ExpiryForm },
  ...limitKinds.map((kind) => ({
    key: kind.key,
    title: kind.title,
    kinds: [kind.changes],
    Section: () => <CustomerLimits kind={kind} />,
  })),
  {
    key: 'numbers',
    title: 'number_rule.section',
    kinds: ['record_sequence'],
    access: 'manage:crm:field',
    Section: NumberRules,
  },
  { key: 'duplicates', title: 'duplicates.switch', kinds: ['duplicate_check'], Section: DuplicateSwitches },
  // companies are imported, not set
  { key: 'registry', title: 'enterprise.registry', kinds: [], Section: CompanyRegistry },
  { key: 'help-video', title: 'help_video.section', kinds: ['help_video'], Section: HelpVideos },
];

/** /manager/system-customer/biz-param/{section}: what the modules of CRM have set up by whoever may. */
export const ParametersPage = () => (
  <ParameterSections address="/manager/system-customer/biz-param" sections={sections} />
);

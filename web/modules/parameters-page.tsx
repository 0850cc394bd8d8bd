import { ExpiryForm } from '#web/modules/crm/contracts/expiry-form.tsx';
import { CompanyRegistry } from '#web/modules/crm/customers/settings/company-registry.tsx';
import { CustomerLimits } from '#web/modules/crm/customers/settings/customer-limits.tsx';
import { DuplicateSwitches } from '#web/modules/crm/customers/settings/duplicate-switches.tsx';
import { FollowUpKinds } from '#web/modules/crm/customers/settings/follow-up-kinds.tsx';
import { HelpVideos } from '#web/modules/crm/customers/settings/help-videos.tsx';
import { limitKinds } from '#web/modules/crm/customers/settings/limit-kinds.ts';
import { EndReasons } from '#web/modules/crm/opportunities/groups/reasons-form.tsx';
import { StageGroups } from '#web/modules/crm/opportunities/groups/stage-groups.tsx';
import {
  parameterList,
  parametersAddress,
  type Parameter,
  type ParameterKey,
} from '#web/modules/crm/parameters/parameter-list.ts';
import { ParameterSections, type ParameterPart } from '#web/modules/crm/parameters/parameter-sections.tsx';
import { ProductCategories } from '#web/modules/crm/products/product-categories.tsx';
import { NumberRules } from '#web/record/sequences/number-rules.tsx';

const [owned, locked] = limitKinds;
const parts: Record<ParameterKey, ParameterPart> = {
  'follow-up': { kinds: ['follow_up_categories'], Section: FollowUpKinds },
  stages: { kinds: ['stage_group'], Section: StageGroups },
  reasons: { kinds: ['business_reason'], Section: EndReasons },
  categories: { kinds: ['product_category', 'product_category.order'], Section: ProductCategories },
  'contract-expiry': { kinds: ['contract_expiry'], Section: ExpiryForm },
  owned: { kinds: [owned.changes], Section: () => <CustomerLimits kind={owned} /> },
  locked: { kinds: [locked.changes], Section: () => <CustomerLimits kind={locked} /> },
  numbers: { kinds: ['record_sequence'], Section: NumberRules },
  duplicates: { kinds: ['duplicate_check'], Section: DuplicateSwitches },
  // companies are imported, not set
  registry: { kinds: [], Section: CompanyRegistry },
  'help-video': { kinds: ['help_video'], Section: HelpVideos },
};
const sections = parameterList.map((parameter): Parameter & ParameterPart => ({
  ...parameter,
  ...parts[parameter.key],
}));

/** /manager/system-customer/biz-param/{section}: what the modules of CRM have set up by whoever may. */
export const ParametersPage = () => <ParameterSections address={parametersAddress} sections={sections} />;

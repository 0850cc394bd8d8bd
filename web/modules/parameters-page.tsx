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
  'follow-up': { Section: FollowUpKinds },
  stages: { Section: StageGroups },
  reasons: { Section: EndReasons },
  categories: { Section: ProductCategories },
  'contract-expiry': { Section: ExpiryForm },
  owned: { Section: () => <CustomerLimits kind={owned} /> },
  locked: { Section: () => <CustomerLimits kind={locked} /> },
  numbers: { Section: NumberRules },
  duplicates: { Section: DuplicateSwitches },
  registry: { Section: CompanyRegistry },
  'help-video': { Section: HelpVideos },
};
const sections = parameterList.map((parameter): Parameter & ParameterPart => ({
  ...parameter,
  ...parts[parameter.key],
}));

/** /manager/system-customer/biz-param/{section}: what the modules of CRM have set up by whoever may. */
export const ParametersPage = () => <ParameterSections address={parametersAddress} sections={sections} />;

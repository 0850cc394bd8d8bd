import { conforms } from '#server/testing/suites/conforms.ts';
import { planType } from '#shared/crm/plans/plan-type.ts';

conforms(planType);

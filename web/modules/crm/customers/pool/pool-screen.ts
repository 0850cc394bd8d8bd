import { crmScreenOf } from '#web/modules/crm/crm-screen.ts';
import { customerChips } from '#web/modules/crm/customers/pool/customer-chips.ts';
import { poolActions } from '#web/modules/crm/customers/pool/pool-acts.tsx';
import { poolViews } from '#web/modules/crm/customers/pool/pool-views.tsx';
import { deleteAction } from '#web/record/actions/record-actions.tsx';
import { customerCalls } from '#shared/crm/customer-calls.ts';
import { customerType } from '#shared/crm/customer-type.ts';
import { poolCalls } from '#shared/crm/pool-calls.ts';
import { permissionOf } from '#shared/record/calls/record-calls.ts';

const { pool } = customerType;

/** The customers without an owner as a separate list: read, claimed and assigned, but not edited. */
export const poolScreen = crmScreenOf(
  customerType,
  { ...customerCalls, list: poolCalls.list, exportChosen: poolCalls.exportChosen, exportAll: poolCalls.exportAll },
  {
    code: pool.code,
    words: 'crm_pool',
    functions: {
      create: null,
      import: null,
      export: permissionOf({ ...customerType, module: pool.module }, 'excelexport'),
    },
    acts: [...poolActions, deleteAction(customerType, customerCalls)],
    panels: [poolViews],
    chips: customerChips,
    sheets: null,
    hasScenes: false,
    // nobody owns them
    hides: ['ownerUserName'],
    quickAct: 'receive',
    hasBoard: false,
    mayEditCells: false,
  },
);

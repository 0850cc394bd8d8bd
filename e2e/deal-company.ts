import type { Api, Person } from './api.ts';
import { adminPassword } from './server.ts';

// What tests of deals begin with: people, what is sold, and who is asked about which documents.

export interface Worker extends Person {
  readonly userId: number;
}

/** Categories of flows. */
export const flows = { contracts: 1, receivables: 2, invoices: 3 } as const;

export interface DealCompany {
  readonly hire: (realname: string, roleIds: string) => Promise<Worker>;
  /** From now on one person alone is asked about the documents of these categories: the given one, or the administrator. */
  readonly asks: (categories: readonly number[], approver?: Worker) => Promise<void>;
  /** Passes what was submitted last of a kind of documents, as the given person or the administrator. */
  readonly passLast: (label: number, approver?: Worker) => Promise<void>;
  readonly newProduct: (name: string, price: string, more?: object) => Promise<number>;
}

export function openDealCompany(api: Api): DealCompany {
  const admin = () => api.tokenOf('admin', adminPassword);
  const idOf = async (token: string): Promise<number> => {
    const { data } = await api.call('system/user/queryLoginUser', {}, token);
    return (data as { userId: number }).userId;
  };
  return {
    hire: async (realname, roleIds) => {
      const person = await api.hire(realname, roleIds);
      return { ...person, userId: await idOf(person.token) };
    },
    asks: async (categories, approver) => {
      const token = await admin();
      const step = [{ stepType: 2, checkUserId: [approver?.userId ?? (await idOf(token))] }];
      for (const categoryType of categories)
        await api.call('examine/saveExamine', { categoryType, examineType: 1, name: '审批流程', step }, token);
    },
    passLast: async (label, approver) => {
      const token = approver?.token ?? (await admin());
      const { data } = await api.call('examineRecord/queryWaitingList', { label, page: 1, limit: 1 }, token);
      const [waiting] = (data as { list: { recordId: number }[] }).list;
      await api.call('examineRecord/auditExamine', { recordId: waiting?.recordId, status: 1, remarks: '' }, token);
    },
    newProduct: async (name, price, more = {}) => {
      const entity = { name, price, category_id: 1, ...more };
      const { data } = await api.call('CrmProduct/saveAndUpdate', { entity, field: [] }, await admin());
      return (data as { productId: number }).productId;
    },
  };
}

import { contractType } from '#shared/crm/contracts/contract-type.ts';
import { invoiceType } from '#shared/crm/invoices/invoice-type.ts';
import { receivableType } from '#shared/crm/receivables/receivable-type.ts';
import type { Api } from './api.ts';
import { flows, openDealCompany } from './deal-company.ts';
import type { Product } from './product.ts';
import { adminPassword } from './server.ts';
import { someFiles } from './some-files.ts';

// What some dialogs are about and the demo company does not have, made by the calls of a salesperson and of those who decide.

const names = ['contract', 'changed', 'waiting', 'invoice', 'shipment', 'customer', 'opportunity'] as const;
export type RecordName = (typeof names)[number];

/** The ids by name. Besides, there are arrears, a request for rights, a hand-over, a flow that is off, and a reminder of the pool. */
export async function dialogRecords(api: Api, product: Product): Promise<Readonly<Record<RecordName, number>>> {
  const company = openDealCompany(api);
  const admin = await api.tokenOf('admin', adminPassword);
  const seller = await company.hire('何触摸', '11');
  const save = async (path: string, entity: object, further: object = {}): Promise<Record<string, number>> => {
    const { data } = await api.call(path, { entity, field: [], ...further }, seller.token);
    return data as Record<string, number>;
  };
  await company.asks(Object.values(flows));
  const lamps = await company.newProduct('触摸灯', '100');
  const { pdf } = await someFiles();
  const body = new FormData();
  body.set('file', new Blob([new Uint8Array(pdf.buffer)], { type: pdf.mimeType }), pdf.name);
  const headers = { authorization: `Bearer ${seller.token}` };
  const uploaded = await fetch(`${product.url}/api/file/upload`, { method: 'POST', headers, body });
  const { batchId } = (await uploaded.json()) as { batchId: string };
  const { customerId = 0 } = await save('CrmCustomer/addOrUpdate', { customer_name: '触摸照明有限公司', batchId });
  const contract = async (name: string, more: object = {}): Promise<number> => {
    const receiver = { recipientName: '周收货', recipientAddress: '苏州市园区1号' };
    const entity = { name, customer_id: customerId, ...receiver, ...more };
    const sold = { product: [{ product_id: lamps, num: '4', sales_price: '90' }] };
    return (await save('CrmContract/saveAndUpdate', entity, sold))['contractId'] ?? 0;
  };
  const inForce = async (name: string): Promise<number> => {
    const contractId = await contract(name);
    await company.passLast(contractType.code);
    return contractId;
  };

  const inForceId = await inForce('触摸合同');
  const of = { contract_id: inForceId, customer_id: customerId };
  const { receiptId: invoice = 0 } = await save('CrmReceipt/addOrUpdate', {
    ...of,
    money: '90',
    invoice_type: '增值税专用发票',
  });
  await company.passLast(invoiceType.code);
  const goods = { product: [{ product_id: lamps, num: '2' }] };
  const { expressId: shipment = 0 } = await save('CrmExpress/addOrUpdate', of, goods);

  const changed = await inForce('变更的触摸合同');
  const { data: order } = await api.call('CrmContract/startChange', { contractId: changed }, seller.token);
  const { contractId: orderId } = order as { contractId: number };
  await save('CrmContract/saveAndUpdate', { contractId: orderId, money: '300' }, { product: [] });
  await company.passLast(contractType.code);

  // half of what was planned is paid
  const owed = { contract_id: await inForce('欠款的触摸合同'), customer_id: customerId };
  const plan = { ...owed, money: '200', return_date: '2026-01-05', return_type: '电汇' };
  const { planId } = await save('Crm/ReceivablesPlan/saveAndUpdate', plan);
  await save('CrmReceivables/saveOrUpdate', { ...owed, plan_id: planId, money: '100' });
  await company.passLast(receivableType.code);
  const waiting = await contract('等审批的触摸合同');
  // the newest of each can still be edited
  const draft = { money: '1', checkStatus: 5 };
  await contract('未提交的触摸合同', draft);
  await save('CrmReceipt/addOrUpdate', { ...of, ...draft, invoice_type: '增值税专用发票' });
  await save('CrmReceivables/saveOrUpdate', { ...of, ...draft });

  const deal = { business_name: '触摸商机', customer_id: customerId, type_id: 1, money: '10' };
  const { businessId: opportunity = 0 } = await save('CrmBusiness/addOrUpdate', deal);

  const keeper = await company.hire('柳触摸', '3');
  const asked = { username: `19${String(Date.now()).slice(-9)}`, password: 'once-only-7719', realname: '卓触摸' };
  await api.call('system/user/addUser', { ...asked, deptId: 1, roleIds: '11' }, keeper.token);

  const leaver = await company.hire('任触摸', '11');
  await api.save('CrmCustomer', { customer_name: '交接的触摸公司' }, leaver.token);
  const rule = { kind: 'one', userId: seller.userId };
  const planned = await api.call('system/handOver/plan', { userId: leaver.userId, rule }, admin);
  const { handOverId } = planned['data'] as { handOverId: number };
  await api.call('system/handOver/start', { handOverId }, admin);

  const step = [{ stepType: 1, checkUserId: [] }];
  const conditions = [{ fieldName: 'amount', condition: 'gt', value: 1_000_000 }];
  const flow = { categoryType: 1, examineType: 1, name: '触摸流程', step, conditions };
  await api.call('examine/saveExamine', flow, admin);

  const reminder = { putInPoolRemindConfig: 1, putInPoolRemindDays: 365 };
  await api.call('CrmCustomer/updateRulesSetting', { type: 1, followupDay: 300, dealDay: 300, ...reminder }, admin);
  await api.call('sysConfig/setHelpVideo', { type: 2, url: 'https://help.example.com/videos/customer.mp4' }, admin);

  return {
    contract: inForceId,
    changed,
    invoice,
    shipment,
    opportunity,
    customer: customerId,
    waiting,
  };
}

import type { Rules } from '#server/record/registry.ts';
import type { PrintTemplateInput } from '#shared/record/printing/template.ts';

/** A receipt for a payment, on half a sheet. Like the contract it is in Chinese. */
const receipt: PrintTemplateInput = {
  page: { size: 'A5', isLandscape: true, margins: { top: 18, right: 16, bottom: 16, left: 16 } },
  header: { left: '{company}', right: '收据编号：{number}', hasRule: true },
  footer: { right: '第 {page} 页，共 {pages} 页' },
  blocks: [
    { kind: 'logo', width: 16 },
    { kind: 'text', text: '收款收据', scale: 'title', isBold: true, align: 'center' },
    { kind: 'text', text: '收款日期：{return_time:day}', align: 'right' },
    { kind: 'text', text: '今收到：{customer_id}', scale: 'large' },
    { kind: 'space', height: 2 },
    {
      kind: 'text',
      text: '金额（人民币大写）：{money:capitals}\n金额（小写）：¥{money}',
      scale: 'large',
      isBold: true,
    },
    { kind: 'space', height: 2 },
    { kind: 'text', text: '所属合同：{contract_id}' },
    { kind: 'when', field: 'plan_id', condition: 'isNotNull', blocks: [{ kind: 'text', text: '期数：{plan_id}' }] },
    { kind: 'when', field: 'remark', condition: 'isNotNull', blocks: [{ kind: 'text', text: '备注：{remark}' }] },
    { kind: 'space', height: 4 },
    {
      kind: 'signatures',
      parties: ['收款单位（盖章）：{company}\n\n\n收款人：\n日期：', '付款单位：{customer_id}\n\n\n经办人：\n日期：'],
    },
  ],
};

export const receivableTemplates: Rules['printTemplates'] = [
  { name: 'crm_receivables.print', purpose: 'crm_receivables.print_purpose', content: receipt },
];

import type { Rules } from '#server/record/registry.ts';
import type { PrintTemplateInput } from '#shared/record/printing/template.ts';

const clause = (title: string): PrintTemplateInput['blocks'] => [
  { kind: 'space', height: 2 },
  { kind: 'text', text: title, scale: 'large', isBold: true },
];

/** A contract for signing. It is concluded in Chinese, whatever language its reader has; what a company agrees on else goes into a copy. */
const forSigning: PrintTemplateInput = {
  page: { margins: {}, fontSize: 10 },
  header: { left: '{company}', right: '合同编号：{num}', hasRule: true },
  footer: { center: '第 {page} 页，共 {pages} 页' },
  blocks: [
    { kind: 'logo', width: 32 },
    { kind: 'text', text: '销售合同', scale: 'title', isBold: true, align: 'center' },
    { kind: 'text', text: '{name}', align: 'center' },
    { kind: 'space', height: 4 },
    { kind: 'text', text: '甲方（买方）：{customer_id}', isBold: true },
    {
      kind: 'when',
      field: 'customer_id.map_address',
      condition: 'isNotNull',
      blocks: [{ kind: 'text', text: '地址：{customer_id.map_address}' }],
    },
    {
      kind: 'when',
      field: 'customer_id.telephone',
      condition: 'isNotNull',
      blocks: [{ kind: 'text', text: '电话：{customer_id.telephone}' }],
    },
    { kind: 'space', height: 2 },
    { kind: 'text', text: '乙方（卖方）：{company}', isBold: true },
    {
      kind: 'when',
      field: 'order_date',
      condition: 'isNotNull',
      blocks: [{ kind: 'text', text: '签订日期：{order_date:day}' }],
    },
    { kind: 'space', height: 3 },
    {
      kind: 'text',
      text: '根据《中华人民共和国民法典》及有关法律法规，甲乙双方经平等协商，就甲方向乙方购买下列产品达成一致，订立本合同，共同遵守。',
    },
    ...clause('一、产品与价款'),
    {
      kind: 'lines',
      columns: [
        { field: '', width: 6 },
        { field: 'name', width: 28 },
        { field: 'unit', width: 8 },
        { field: 'num', width: 10, hasSum: true },
        { field: 'sales_price', width: 15 },
        { field: 'subtotal', width: 16, hasSum: true },
      ],
    },
    {
      kind: 'when',
      field: 'discount_rate',
      condition: 'gt',
      value: '0',
      blocks: [{ kind: 'text', text: '整单折扣 {discount_rate}，折后产品总金额 ¥{total_price}。' }],
    },
    {
      kind: 'when',
      field: 'money',
      condition: 'isNotNull',
      blocks: [{ kind: 'text', text: '合同总金额：¥{money}\n人民币大写：{money:capitals}', isBold: true }],
    },
    ...clause('二、合同期限'),
    {
      kind: 'when',
      field: 'start_time',
      condition: 'isNull',
      blocks: [{ kind: 'text', text: '本合同自双方签字并盖章之日起生效。' }],
    },
    {
      kind: 'when',
      field: 'start_time',
      condition: 'isNotNull',
      blocks: [{ kind: 'text', text: '本合同自 {start_time:day} 起生效。' }],
    },
    {
      kind: 'when',
      field: 'end_time',
      condition: 'isNotNull',
      blocks: [{ kind: 'text', text: '本合同有效期至 {end_time:day}。' }],
    },
    ...clause('三、交付与验收'),
    { kind: 'text', text: '乙方按本合同交付产品；甲方应在收到后及时验收，如有异议，应在验收时书面提出。' },
    ...clause('四、付款'),
    { kind: 'text', text: '甲方按双方约定的期限和方式付款；乙方依法开具发票。' },
    ...clause('五、违约与争议'),
    {
      kind: 'text',
      text: '任何一方违反本合同，应承担由此给对方造成的损失。因本合同发生的争议，双方协商解决；协商不成的，向有管辖权的人民法院起诉。',
    },
    ...clause('六、其他'),
    { kind: 'when', field: 'remark', condition: 'isNotNull', blocks: [{ kind: 'text', text: '{remark}' }] },
    { kind: 'text', text: '本合同一式两份，甲乙双方各执一份，具有同等法律效力。' },
    { kind: 'space', height: 4 },
    {
      kind: 'signatures',
      parties: [
        '甲方（盖章）：{customer_id}\n\n\n签约人：{contacts_id}\n签字：\n日期：',
        '乙方（盖章）：{company}\n\n\n签约人：{company_user_id}\n签字：\n日期：',
      ],
    },
  ],
};

export const contractTemplates: Rules['printTemplates'] = [
  { name: 'crm_contract.print', purpose: 'crm_contract.print_purpose', content: forSigning },
];

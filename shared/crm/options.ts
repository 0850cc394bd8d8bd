/** Initial options of fields of several CRM types (R9.10). */
export const sources = [
  '促销',
  '搜索引擎',
  '广告',
  '转介绍',
  '线上注册',
  '线上询价',
  '预约上门',
  '陌拜',
  '电话咨询',
  '邮件咨询',
] as const;
export const industries = ['IT', '金融业', '房地产', '商业服务', '运输/物流', '生产', '政府', '文化传媒'] as const;
export const levels = ['A（重点客户）', 'B（普通客户）', 'C（非优先客户）'] as const;

/** A registry's expressions for an active company, and for fewer people than a number. */
export const livingCompany = /存续|在业|开业|在营/;
export const fewerPeople = /少于|小于|不足|以下|以内|</;

/** A number of people, possibly in units of ten thousand. */
export const countedPeople = /(\d+)(万?)/g;

/** How customers pay: what plans expect, and what receivables can be besides: owed, by coupon, or from their credit (R9.10). */
export const paymentMethods = ['支票', '现金', '邮政汇款', '电汇', '网上转账', '支付宝', '微信支付', '其他'] as const;
/** How payments of a bank statement were made. */
export const transferMethod = '网上转账';
export const arrearsMethod = '欠费';
export const couponMethod = '优惠券';
export const creditMethod = '客户余额';
export const receivableMethods = [...paymentMethods, arrearsMethod, couponMethod, creditMethod] as const;
/** Why something is owed beyond its day. */
export const arrearTypes = ['客户资金周转', '分期付款', '对账未完', '其他'] as const;

/** Columns of bank statements, as the banks call them besides our names. */
export const bankHeadings = {
  paidOn: ['日期', '交易时间', '记账日期', '入账日期'],
  payer: ['付款人', '付款方', '对方名称', '对方账户名称', '对方单位'],
  money: ['金额', '贷方发生额', '收入', '贷方金额', '入账金额'],
  reference: ['交易流水号', '凭证号', '流水编号'],
  summary: ['用途', '附言', '备注'],
} as const;

/** What other programs call the columns of a list of numbers. */
export const blacklistHeadings = {
  phone: ['手机', '手机号码', '电话', '电话号码', '号码', 'mobile', 'phone number'],
  areaCode: ['国家区号', '国际区号', 'area code', 'country code'],
  businesses: ['业务', '拦截类型', 'kinds'],
  remark: ['说明', '原因', 'note', 'reason'],
} as const;

/** Couriers that forms offer; any other may be typed. */
export const couriers = [
  '顺丰速运',
  '京东快递',
  '中通快递',
  '圆通速递',
  '韵达快递',
  '申通快递',
  '极兔速递',
  '中国邮政',
  '德邦快递',
] as const;

/** Orders of contracts that were handed to the business school. */
export const orderLog = {
  'order_log.school': '商学院',
  'order_log.settings': '设置商学院接口',
  'order_log.num': '合同编号',
  'order_log.customer': '客户',
  'order_log.order_num': '订单号',
  'order_log.time': '请求时间',
  'order_log.result': '结果',
  'order_log.message': '说明',
  'order_log.search': '合同编号',
  'order_log.from': '请求时间起',
  'order_log.until': '请求时间止',
  'order_log.none': '还没有推送过合同订单',
  'order_log.off': '推送已停用：启用后，审批通过的合同会自动推送',
  'order_log.on_hint': '启用后，审批通过的合同推送编号、名称、客户、金额和下单日期',
  'order_log.test_row': '测试',
  'order_log.test_sent': '测试订单已提交',
} as const;

/** Orders of contracts that were handed to the business school. */
export const orderLog = {
  'order_log.school': 'Business school',
  'order_log.settings': 'Set up the business school',
  'order_log.num': 'Contract number',
  'order_log.customer': 'Customer',
  'order_log.order_num': 'Order number',
  'order_log.time': 'Requested',
  'order_log.result': 'Result',
  'order_log.message': 'Message',
  'order_log.search': 'Contract number',
  'order_log.from': 'Requested from',
  'order_log.until': 'Requested until',
  'order_log.none': 'No contract has been sent to the business school',
  'order_log.off': 'Sending is off. Once it is on, contracts are sent when their approval has passed',
  'order_log.on_hint':
    'While this is on, contracts whose approval has passed are sent with number, name, customer, amount and order date',
  'order_log.test_row': 'Test',
  'order_log.test_sent': 'Test order queued',
} as const;

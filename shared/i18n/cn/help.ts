/** What each page is for, and the first steps of a newcomer. */
export const help = {
  'help.open': '这个页面是做什么的',
  'help.workbench':
    '先看逾期和今天要联系的客户，再看所选时间内新增了什么、谁做得最多。点任意数字，就能看到它背后的记录。',
  'help.todo': '所有等您处理的事情都在这里：今天要联系的客户、分配给您但还没跟进的线索和客户，以及即将进入公海的客户。',
  'help.queue': '按紧急程度一个接一个地处理今天的跟进：打电话，写下结果，选好下次联系时间，再到下一个。',
  'help.leads': '线索是还没有确认需求的潜在客户。跟进并确认有需求之后，把它转化为客户，跟进记录和附件会一起带过去。',
  'help.customers': '您和团队负责的所有客户。点名称查看详情并写跟进；用条件筛选后可以保存为场景，下次一点就到。',
  'help.contacts': '客户里的人：谁负责、怎么联系、哪些是决策人。从客户详情里新建，会自动关联到该客户。',
  'help.products':
    '公司卖的东西：价格、底价、成本、税率和各客户级别的价格。下架的产品不能再加入新的商机和合同，旧单据不受影响。',
  'help.pool':
    '公海里是没有负责人的客户，有权限的员工都可以领取，领取后您就是负责人。长期没有跟进的客户会按规则回到这里。',
  'help.api':
    '其他程序可以调用的全部接口：路径、参数、返回内容和可能的错误，附可以直接复制的示例。没有权限的接口会标出来。',
  'help.person': '您自己的资料、头像和密码，以及当前登录的设备。发现不认识的设备，请结束它的登录并修改密码。',
  'steps.title': '开始使用',
  'steps.progress': '已完成 {done} / {all}',
  'steps.hide': '不再显示',
  'steps.hide_confirm': '不再显示这些步骤？',
  'steps.hide_hint': '每个页面标题旁的问号随时可以告诉您它的用途。',
  'steps.done': '已完成',
  'steps.import': '导入客户',
  'steps.import_hint': '从表格里一次导入所有客户',
  'steps.invite': '邀请同事',
  'steps.invite_hint': '新建员工，选好部门和角色',
  'steps.fields': '调整字段',
  'steps.fields_hint': '让表单符合您的业务',
  'steps.pool': '设置公海规则',
  'steps.pool_hint': '决定客户多久没人跟进就回到公海',
  'steps.follow_up': '写第一条跟进',
  'steps.follow_up_hint': '选一个客户，记下谈了什么、下次何时联系',
} as const;

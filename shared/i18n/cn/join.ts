/** The page of an invite link, which strangers open. */
export const join = {
  'join.title': '申请加入',
  'join.hint': '填写后由管理员审核，通过后即可用手机号和密码登录。',
  'join.email': '邮箱（选填）',
  'join.send': '提交申请',
  'join.sent_title': '申请已提交',
  'join.sent': '申请正在等待审核。通过后，请用手机号和刚才设置的密码登录；没有通过时不会另行通知。',
  'join.to_login': '去登录',
} as const;

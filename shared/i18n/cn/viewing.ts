/** Looking at the product as somebody else. */
export const viewing = {
  'session.view_only': '正在以他人的视角查看，只能看，不能修改、导出，也看不到其个人消息',
  'session.view_over': '查看已结束，或组织架构、权限有了变化，请重新进入',
  'viewing.whom': '请选择以谁的视角查看',
  'viewing.as_person': '以此员工视角查看',
  'viewing.as_role': '以此角色视角查看',
  'viewing.banner_person': '正在以员工“{name}”的视角查看，只读',
  'viewing.banner_role': '正在以角色“{name}”的视角查看，只读',
  'viewing.leave': '退出查看',
} as const;

/** Messages of who is on duty, and of what is assigned by it. */
export const duty = {
  'page.duty': '客服值班排班',
  'duty.nobody': '现在没有顾问值班，请先在“客服值班排班”中安排',
  'duty.comma': '、',
  'duty.now': '现在值班',
  'duty.passed_over': '跳过{names}：已停用或是代理商',
  'duty.assign': '分配给值班顾问',
  'duty.assign_hint': '按排班的顺序轮流分配，可以撤销。',
  'duty.assigned_done': '已分配：{names}',
  'duty.assigned_count': '{name} {count} 条',
} as const;

/** Messages of the settings that all pages of the back office share, and of those about the company. */
export const settings = {
  'setting.on': '启用',
  'setting.off': '停用',
  'setting.changed_since': '此后又有人修改过，不能再撤销这次修改。请查看最新的修改记录',
  'setting.changes': '修改记录',
  'setting.no_changes': '还没有修改记录',
  'setting.none': '无',
  'setting.take_back': '撤销',
  'setting.take_back_named': '撤销{name}在{time}的修改',
  'setting.take_back_question': '撤销这次修改？',
  'setting.taken_back': '已恢复为修改前的设置',
  'setting.took_back': '撤销',
  'system_config.name': '企业名称',
  'system_config.logo': '企业logo',
} as const;

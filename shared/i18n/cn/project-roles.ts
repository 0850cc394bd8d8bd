/** Roles in projects. */
export const projectRoles = {
  'project_role.name': '权限名称',
  'project_role.remark': '权限描述',
  'project_role.rules': '权限配置',
  'project_role.permission': '项目权限',
  'project_role.description': '项目描述',
  'project_role.acts': '操作',
  'project_role.add': '新建',
  'project_role.edit_named': '编辑{name}',
  'project_role.delete_named': '删除{name}',
  'project_role.built_in': '系统内置',
  'project_role.saved': '保存成功',
  'project_role.deleted': '已删除',
  'project_role.delete_question': '删除项目权限「{name}」？',
  'project_role.delete_effect': '拥有该权限的项目成员将变为“编辑”。可以在“修改记录”中撤销。',
  'project_role.none': '还没有项目权限',
} as const;

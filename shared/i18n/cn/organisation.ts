/** Messages of employees, departments and roles. */
export const organisation = {
  'role_type.1': '系统管理角色',
  'role_type.2': '客户管理角色',
  'role_type.7': '办公管理角色',
  'role_type.8': '项目管理角色',
  'role_type.0': '自定义角色',
  'identity.title': '请输入当前密码',
  'identity.password': '您的登录密码',
  'identity.empty': '请输入密码',
  'staff.title': '员工与部门管理',
} as const;

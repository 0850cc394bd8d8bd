/** Words of staff, departments and roles. */
export const organisation = {
  'role_type.1': '系统管理角色',
  'role_type.2': '客户管理角色',
  'role_type.7': '办公管理角色',
  'role_type.8': '项目管理角色',
  'role_type.0': '自定义角色',
} as const;

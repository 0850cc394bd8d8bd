/** Further headings of each column, as other programs write them. */
export const staffHeadings = {
  realname: ['员工姓名', '名字', '员工', 'full name', 'employee', 'employee name', 'staff'],
  username: [
    '手机',
    '手机号',
    '手机号码',
    '移动电话',
    '联系电话',
    '电话',
    '登录名',
    '账号',
    'mobile',
    'mobile number',
    'phone',
    'phone number',
    'cell phone',
    'login',
  ],
  dept: ['所属部门', '所在部门', '部门名称', '组织', 'dept', 'department name', 'team'],
  post: ['职位', '职务', '岗位名称', 'position', 'title', 'job title'],
  superior: ['上级', '直接上级', '汇报对象', '主管', '直属主管', 'manager', 'reports to', 'supervisor'],
  roles: ['角色名称', '系统角色', '权限角色', 'role'],
  sex: ['gender'],
  email: ['电子邮箱', '电子邮件', '邮件', 'e-mail', 'email address', 'mail'],
  num: ['员工编号', '编号', '员工号', 'employee no', 'employee number', 'employee id', 'staff number', 'staff id'],
} as const;

/** Further words for the sex of a person, 1 male and 2 female. */
export const sexWordsBeside = {
  男性: 1,
  先生: 1,
  m: 1,
  male: 1,
  女性: 2,
  女士: 2,
  f: 2,
  female: 2,
} as const;

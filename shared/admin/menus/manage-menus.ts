import type { MenuArea } from '#shared/admin/menus/menu-area.ts';

export const manageMenus = {
  id: 3,
  zh: '全部',
  en: 'All',
  modules: {
    system: {
      id: 160,
      zh: '企业首页',
      en: 'Company',
      actions: { read: [161, '查看', 'View'], update: [162, '编辑', 'Edit'] },
    },
    configSet: {
      id: 163,
      zh: '应用管理',
      en: 'Applications',
      actions: { read: [164, '查看', 'View'], update: [165, '停用/启用', 'Turn on and off'] },
    },
    users: {
      id: 166,
      zh: '员工与部门管理',
      en: 'Employees and departments',
      actions: {
        read: [167, '部门/员工查看', 'View'],
        userSave: [168, '员工新建', 'Add employees'],
        userEnables: [169, '员工禁用/激活', 'Disable and enable employees'],
        userUpdate: [170, '员工操作', 'Edit employees'],
        deptSave: [171, '部门新建', 'Add department'],
        deptUpdate: [172, '部门编辑', 'Edit department'],
        deptDelete: [173, '部门删除', 'Delete department'],
      },
    },
    permission: {
      id: 174,
      zh: '角色权限管理',
      en: 'Roles',
      actions: { update: [175, '角色权限设置', 'Set permissions'] },
    },
    oa: {
      id: 176,
      zh: '工作台设置',
      en: 'Office settings',
      actions: { examine: [177, '办公审批管理', 'Approvals'] },
    },
    examineFlow: {
      id: 178,
      zh: '审批流程管理',
      en: 'Approval flows',
      actions: { update: [179, '审批流程管理', 'Edit approval flows'] },
    },
    crm: {
      id: 180,
      zh: '客户管理设置',
      en: 'CRM settings',
      actions: {
        field: [181, '自定义字段设置', 'Custom fields'],
        pool: [182, '客户公海规则', 'Pool rules'],
        setting: [183, '业务参数设置', 'Business settings'],
        achievement: [184, '业绩目标设置', 'Targets'],
        ownerSource: [1040, '代理商与顾问绑定', 'Agent and adviser'],
        clue: [1041, '数据来源', 'Data sources'],
        schedule: [1042, '客服排班', 'Duty schedule'],
        operate: [1043, '操作指南', 'Operation guide'],
        log: [1044, '合同订单日志', 'Order log'],
        enterpriseInfo: [1045, '企业短信服务', 'Messaging services'],
        publicCourseMapAuth: [1046, '省份权限', 'Province permissions'],
        SMSBlackListAuth: [1047, '短信黑名单', 'SMS blacklist'],
        ElectronicCardConfig: [1048, '电子名片', 'Business cards'],
      },
    },
    work: { id: 185, zh: '项目管理设置', en: 'Project settings', actions: { update: [186, '项目管理', 'Set up'] } },
  },
} as const satisfies MenuArea;

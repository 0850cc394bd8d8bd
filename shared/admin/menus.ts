/**
 * The permission tree: area, module, action, with menu ids as seeded (R6.1).
 * Routes, buttons and calls use the same keys, written `area:module:action`. Ids from 1001 are additions.
 */
type Actions = Readonly<Record<string, readonly [menuId: number, zh: string, en: string]>>;
interface MenuModule {
  readonly id: number;
  readonly zh: string;
  readonly en: string;
  readonly actions: Actions;
}
interface MenuArea {
  readonly id: number;
  readonly zh: string;
  readonly en: string;
  readonly modules: Readonly<Record<string, MenuModule>>;
}

const read = (menuId: number) => ({ read: [menuId, '查看', 'View'] }) as const;

export const menuTree = {
  crm: {
    id: 1,
    zh: '全部',
    en: 'All',
    modules: {
      leads: {
        id: 9,
        zh: '线索管理',
        en: 'Leads',
        actions: {
          save: [17, '新建', 'Create'],
          update: [18, '编辑', 'Edit'],
          index: [19, '查看列表', 'View list'],
          read: [20, '查看详情', 'View details'],
          excelimport: [21, '导入', 'Import'],
          excelexport: [22, '导出', 'Export'],
          delete: [23, '删除', 'Delete'],
          transfer: [24, '转移', 'Transfer'],
          transform: [25, '转化', 'Convert'],
          clueDuplicateCheck: [1001, '线索查重', 'Check for duplicates'],
          cluecheck: [1002, '线索校对', 'Look up companies'],
        },
      },
      customer: {
        id: 10,
        zh: '客户管理',
        en: 'Customers',
        actions: {
          save: [26, '新建', 'Create'],
          update: [27, '编辑', 'Edit'],
          index: [28, '查看列表', 'View list'],
          read: [29, '查看详情', 'View details'],
          excelimport: [30, '导入', 'Import'],
          excelexport: [31, '导出', 'Export'],
          delete: [32, '删除', 'Delete'],
          transfer: [33, '转移', 'Transfer'],
          putinpool: [34, '放入公海', 'Move to pool'],
          lock: [35, '锁定/解锁', 'Lock and unlock'],
          teamsave: [36, '编辑团队成员', 'Edit team'],
          dealStatus: [191, '设置成交状态', 'Set deal status'],
          duplicateCheck: [1003, '客户查重', 'Check for duplicates'],
          customercheck: [1004, '客户校对', 'Look up companies'],
          clueDuplicateCheck: [1005, '线索查重', 'Check leads for duplicates'],
          cluecheck: [1006, '线索校对', 'Look up companies of leads'],
        },
      },
      contacts: {
        id: 11,
        zh: '联系人管理',
        en: 'Contacts',
        actions: {
          save: [40, '新建', 'Create'],
          update: [41, '编辑', 'Edit'],
          index: [42, '查看列表', 'View list'],
          read: [43, '查看详情', 'View details'],
          delete: [44, '删除', 'Delete'],
          transfer: [45, '转移', 'Transfer'],
          excelexport: [107, '联系人导出', 'Export'],
          excelimport: [108, '联系人导入', 'Import'],
        },
      },
      business: {
        id: 12,
        zh: '商机管理',
        en: 'Opportunities',
        actions: {
          save: [46, '新建', 'Create'],
          update: [47, '编辑', 'Edit'],
          index: [48, '查看列表', 'View list'],
          read: [49, '查看详情', 'View details'],
          delete: [50, '删除', 'Delete'],
          transfer: [51, '转移', 'Transfer'],
          teamsave: [52, '编辑团队成员', 'Edit team'],
          excelexport: [1007, '导出', 'Export'],
        },
      },
      contract: {
        id: 13,
        zh: '合同管理',
        en: 'Contracts',
        actions: {
          save: [53, '新建', 'Create'],
          update: [54, '编辑', 'Edit'],
          index: [55, '查看列表', 'View list'],
          read: [56, '查看详情', 'View details'],
          delete: [57, '删除', 'Delete'],
          transfer: [58, '转移', 'Transfer'],
          teamsave: [59, '编辑团队成员', 'Edit team'],
          discard: [192, '合同作废', 'Discard'],
          excelexport: [1008, '导出', 'Export'],
          excelimport: [1060, '导入', 'Import'],
          opening: [1061, '期初数据', 'Opening balances'],
        },
      },
      receivables: {
        id: 14,
        zh: '回款管理',
        en: 'Receivables',
        actions: {
          save: [60, '新建', 'Create'],
          update: [61, '编辑', 'Edit'],
          index: [62, '查看列表', 'View list'],
          read: [63, '查看详情', 'View details'],
          delete: [64, '删除', 'Delete'],
          excelexport: [1009, '导出', 'Export'],
          discard: [1010, '回款作废', 'Discard'],
          excelimport: [1062, '导入', 'Import'],
          opening: [1063, '期初数据', 'Opening balances'],
        },
      },
      product: {
        id: 15,
        zh: '产品管理',
        en: 'Products',
        actions: {
          save: [65, '新建', 'Create'],
          update: [66, '编辑', 'Edit'],
          index: [67, '查看列表', 'View list'],
          read: [68, '查看详情', 'View details'],
          status: [69, '上架/下架', 'List and unlist'],
          excelimport: [109, '产品导入', 'Import'],
          excelexport: [110, '产品导出', 'Export'],
          delete: [1011, '删除', 'Delete'],
        },
      },
      pool: {
        id: 127,
        zh: '公海管理',
        en: 'Pool',
        actions: {
          index: [128, '查看列表', 'View list'],
          distribute: [129, '分配', 'Assign'],
          receive: [130, '领取', 'Claim'],
          excelexport: [131, '导出', 'Export'],
        },
      },
      report: { id: 1012, zh: '报表', en: 'Reports', actions: { index: [1013, '查看', 'View'] } },
      arrear: {
        id: 1014,
        zh: '欠费管理',
        en: 'Arrears',
        actions: {
          index: [1015, '查看列表', 'View list'],
          save: [1016, '新建', 'Create'],
          update: [1017, '编辑', 'Edit'],
          excelexport: [1018, '导出', 'Export'],
          read: [1070, '查看详情', 'View details'],
        },
      },
      receipt: {
        id: 1019,
        zh: '发票管理',
        en: 'Invoices',
        actions: {
          index: [1020, '查看列表', 'View list'],
          save: [1021, '新建', 'Create'],
          update: [1022, '编辑', 'Edit'],
          excelexport: [1023, '导出', 'Export'],
        },
      },
      express: {
        id: 1024,
        zh: '发货管理',
        en: 'Shipments',
        actions: {
          index: [1025, '查看列表', 'View list'],
          save: [1026, '新建', 'Create'],
          update: [1027, '编辑', 'Edit'],
          excelexport: [1028, '导出', 'Export'],
        },
      },
      ledger: {
        id: 1071,
        zh: '账簿',
        en: 'Ledger',
        actions: {
          read: [1072, '查看分录', 'View entries'],
          freeze: [1073, '月末结账', 'Close months'],
          credit: [1074, '预收款与退款', 'Prepayments and refunds'],
          statement: [1075, '客户对账单', 'Customer statements'],
          bank: [1076, '银行流水', 'Bank statements'],
        },
      },
      promotionalMaterials: {
        id: 1029,
        zh: '推广素材',
        en: 'Promotional materials',
        actions: { index: [1030, '查看', 'View'], radarPc: [1031, '雷达', 'Radar'] },
      },
      center: { id: 1032, zh: '积分平台', en: 'Points platform', actions: { index: [1033, '查看', 'View'] } },
      help: { id: 1034, zh: '帮助中心', en: 'Help centre', actions: { index: [1035, '查看', 'View'] } },
      guide: { id: 1036, zh: '业务指南', en: 'Business guide', actions: { index: [1037, '查看', 'View'] } },
      oldCustomer: { id: 1038, zh: '老客户', en: 'Old customers', actions: { index: [1039, '查看', 'View'] } },
      scene: {
        id: 1050,
        zh: '场景',
        en: 'Views',
        actions: { share: [1051, '共享给全公司或其他部门', 'Share with everybody or other departments'] },
      },
    },
  },
  bi: {
    id: 2,
    zh: '全部',
    en: 'All',
    modules: {
      achievement: { id: 97, zh: '业绩目标完成情况', en: 'Target completion', actions: read(102) },
      business: { id: 98, zh: '销售漏斗', en: 'Sales funnel', actions: read(103) },
      customer: { id: 99, zh: '员工客户分析', en: 'Customer analysis', actions: read(104) },
      contract: { id: 101, zh: '员工业绩分析', en: 'Performance analysis', actions: read(106) },
      product: { id: 117, zh: '产品分析', en: 'Product analysis', actions: read(118) },
      portrait: { id: 123, zh: '客户画像分析', en: 'Customer profile', actions: read(124) },
      ranking: { id: 125, zh: '排行榜', en: 'Rankings', actions: read(126) },
      oa: { id: 146, zh: '办公分析', en: 'Office analysis', actions: read(147) },
    },
  },
  manage: {
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
  },
  work: {
    id: 137,
    zh: '项目管理',
    en: 'Projects',
    modules: {
      task: { id: 138, zh: '任务', en: 'Tasks', actions: { save: [139, '创建', 'Create'] } },
      taskClass: {
        id: 140,
        zh: '任务列表',
        en: 'Task lists',
        actions: {
          save: [141, '新建任务列表', 'Create'],
          update: [142, '编辑任务列表', 'Edit'],
          delete: [143, '删除任务列表', 'Delete'],
        },
      },
      work: { id: 144, zh: '项目', en: 'Project', actions: { update: [145, '项目设置', 'Set up'] } },
    },
  },
  oa: {
    id: 148,
    zh: '全部',
    en: 'All',
    modules: {
      book: { id: 150, zh: '通讯录', en: 'Address book', actions: { read: [151, '查看', 'View'] } },
      announcement: {
        id: 187,
        zh: '公告',
        en: 'Announcements',
        actions: { save: [188, '新建', 'Create'], update: [189, '编辑', 'Edit'], delete: [190, '删除', 'Delete'] },
      },
    },
  },
  project: {
    id: 149,
    zh: '全部',
    en: 'All',
    modules: {
      projectManage: {
        id: 152,
        zh: '项目管理',
        en: 'Projects',
        actions: { save: [153, '新建项目', 'Create project'] },
      },
    },
  },
} as const satisfies Record<string, MenuArea>;

type Tree = typeof menuTree;
export type Area = keyof Tree;
/** `area:module:action` of every menu row. */
export type Permission = {
  [A in Area]: {
    [
      M in keyof Tree[A]['modules'] & string
    ]: `${A}:${M}:${keyof (Tree[A]['modules'][M] & MenuModule)['actions'] & string}`;
  }[keyof Tree[A]['modules'] & string];
}[Area];

export interface MenuRow {
  readonly menuId: number;
  readonly parentId: number;
  readonly realm: string;
  readonly zh: string;
  readonly en: string;
  /** 0 area, 1 module, 3 action (R6.1). */
  readonly menuType: 0 | 1 | 3;
  readonly sort: number;
  /** Set on actions only. */
  readonly permission: Permission | null;
}

function flatten(): MenuRow[] {
  const rows: MenuRow[] = [];
  for (const [areaKey, area] of Object.entries<MenuArea>(menuTree)) {
    const { id: areaId, zh, en } = area;
    rows.push({
      menuId: areaId,
      parentId: 0,
      realm: areaKey,
      zh,
      en,
      menuType: 0,
      sort: rows.length,
      permission: null,
    });
    for (const [moduleKey, module] of Object.entries(area.modules)) {
      rows.push({
        menuId: module.id,
        parentId: areaId,
        realm: moduleKey,
        zh: module.zh,
        en: module.en,
        menuType: 1,
        sort: rows.length,
        permission: null,
      });
      for (const [action, [menuId, actionZh, actionEn]] of Object.entries(module.actions)) {
        rows.push({
          menuId,
          parentId: module.id,
          realm: action,
          zh: actionZh,
          en: actionEn,
          menuType: 3,
          sort: rows.length,
          permission: `${areaKey}:${moduleKey}:${action}` as Permission,
        });
      }
    }
  }
  return rows;
}

/** The tree as rows, parents first. */
export const menuRows: readonly MenuRow[] = flatten();

export const permissionByMenuId: ReadonlyMap<number, Permission> = new Map(
  menuRows.flatMap((row) => (row.permission ? [[row.menuId, row.permission] as const] : [])),
);

/** Menu ids of every action whose permission starts with one of the prefixes, such as `manage:` or `crm:customer:`. */
export function menuIdsBelow(...prefixes: string[]): number[] {
  return menuRows
    .filter((row) => row.permission && prefixes.some((prefix) => row.permission?.startsWith(prefix)))
    .map((row) => row.menuId);
}

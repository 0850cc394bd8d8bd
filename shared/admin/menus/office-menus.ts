import type { MenuArea } from '#shared/admin/menus/menu-area.ts';

export const workMenus = {
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
} as const satisfies MenuArea;

export const oaMenus = {
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
} as const satisfies MenuArea;

export const projectMenus = {
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
} as const satisfies MenuArea;

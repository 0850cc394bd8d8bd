import type { MenuArea } from '#shared/admin/menus/menu-area.ts';

const read = (menuId: number) => ({ read: [menuId, '查看', 'View'] }) as const;

export const biMenus = {
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
} as const satisfies MenuArea;

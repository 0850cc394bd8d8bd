import { furtherThings } from '#server/modules/testing.ts';
import type { Examples } from '#server/route-table/table.ts';

export const guideExamples: Examples = {
  // an item of its own: the others are asked about the one of the things
  'CrmOperate/deleteByIds': async ({ company }, { owner }) => ({
    body: { ids: [await furtherThings['guide_item']?.(company.db, owner.userId, {})] },
  }),
  // the last one, so that it moves
  'CrmOperate/move': async ({ company }, { owner }) => ({
    body: { id: await furtherThings['guide_item']?.(company.db, owner.userId, {}), to: 'top' },
  }),
  'CrmOperate/addOrUpdate': (_table, { records }) => ({
    body: { id: records['guide_item'], title: '新手教程' },
    creating: { title: '新手教程', module: 2, tags: '入门，线索', url: 'https://videos.invalid/leads.mp4' },
  }),
};

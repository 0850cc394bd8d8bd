import { picture } from '#server/route-table/example-parts.ts';
import type { Examples } from '#server/route-table/table.ts';

export const systemConfigExamples: Examples = {
  'sysConfig/setHelpVideo': () => ({ body: { type: 2, url: 'https://videos.example.com/customers.mp4' } }),
  'sysConfig/setSysConfig': async () => ({ body: { name: '云帆科技' }, file: await picture() }),
};

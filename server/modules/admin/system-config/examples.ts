import { fresh, picture } from '#server/route-table/example-parts.ts';
import type { Examples } from '#server/route-table/table.ts';

export const systemConfigExamples: Examples = {
  'sysConfig/setHelpVideo': () => ({ body: { type: 2, url: 'https://videos.example.com/customers.mp4' } }),
  'system/setting/undoChange': async ({ company }) => {
    const { people, call } = company;
    // a name that it has not had, so that there is a change
    await call('sysConfig/setSysConfig', { name: fresh('云帆') }, { as: people.admin, file: await picture() });
    const { data } = await call('system/setting/queryChangeList', { kinds: 'system_config' }, { as: people.admin });
    const [newest] = (data as { list: { changeId: number }[] }).list;
    return { body: { changeId: newest?.changeId } };
  },
  'sysConfig/setSysConfig': async () => ({ body: { name: '云帆科技' }, file: await picture() }),
};

import { readApplicationsOff } from '#server/platform/access/applications-off.ts';
import { fresh, picture } from '#server/route-table/example-parts.ts';
import type { Examples } from '#server/route-table/table.ts';

export const systemConfigExamples: Examples = {
  // of an application that no other call needs, from what it is to the other state
  'sysConfig/setModuleSetting': async ({ company }) => ({
    body: { settingId: 3, status: (await readApplicationsOff(company.db)).has('project') ? 1 : 0 },
  }),
  // nor does one leave the exports of the others without rows
  'sysConfig/setExportLimit': () => ({ body: { mostExported: 100_000 } }),
  'sysConfig/setNavigation': () => ({
    body: { center: '', help: 'https://help.example.com/', guide: '', promotionalMaterials: '' },
  }),
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

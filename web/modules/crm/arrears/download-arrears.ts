import { download } from '#web/lib/http/client.ts';
import { arrearsCalls } from '#shared/crm/arrears/arrears-calls.ts';
import type { InputOf } from '#shared/wire/endpoint.ts';

/** Saves the arrears of a list as a sheet. A refusal is reported by the call. */
export async function downloadArrears(filter: InputOf<typeof arrearsCalls.exportAll>): Promise<void> {
  await download(arrearsCalls.exportAll, filter).catch(() => null);
}

import { keepOutsideKey, outsideKey } from '#server/platform/outbox/sealed-keys.ts';
import type { Actor, OrganisationVersion } from '#server/platform/access/actor.ts';
import { keptWhileOnlyRolesChange } from '#server/platform/access/kept-per-version.ts';
import { organisationChanged } from '#server/platform/access/rights.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { requireOutsideAddress } from '#server/platform/outside/outside-client.ts';
import type { Services } from '#server/platform/services.ts';
import { changing } from '#server/platform/setting-changes/changes.ts';
import type { SettingKind } from '#server/platform/setting-changes/setting-kind.ts';
import { changeSetting, dropSetting, readSetting, writeSetting } from '#server/platform/settings.ts';
import { translate, type MessageKey } from '#shared/i18n/translate.ts';
import type { Permission } from '#shared/admin/menus.ts';
import { AppError } from '#shared/wire/error-codes.ts';

/** A service outside as a page sets it; its key is kept apart. */
export interface ServiceSetting {
  readonly isOn: number;
  readonly url: string;
}

export interface OutsideService {
  /** Of the setting, of its kind, and of the key. */
  readonly name: string;
  readonly kind: SettingKind<ServiceSetting>;
  /** Null where no page has set it. */
  readonly read: (db: Database) => Promise<ServiceSetting | null>;
  /** As `read`, kept while only roles change: every change of the setting raises the version of the organisation. */
  readonly kept: (db: Database, version: OrganisationVersion) => Promise<ServiceSetting | null>;
  readonly key: (db: Database, dataDir: string) => Promise<string | undefined>;
  /** Without a key the former stays. @throws AppError `outside.…`, `messaging.incomplete` */
  readonly save: (
    services: Pick<Services, 'config'>,
    db: Database,
    actor: Actor,
    value: ServiceSetting & { readonly key?: string | undefined },
  ) => Promise<void>;
}

const originOf = (url: string): string => (URL.canParse(url) ? new URL(url).origin : '');

/** Whether a key for one address may be sent to another: a key never follows to another service. */
export const isSameService = (before: string, after: string): boolean => originOf(before) === originOf(after);

/** A service with a switch, an address and a key, whose changes are kept without the key. */
export function outsideService(name: string, title: MessageKey, access: readonly Permission[]): OutsideService {
  const read = async (db: Database) => ((await readSetting(db, name)) as ServiceSetting | undefined) ?? null;
  const key = (db: Database, dataDir: string) => outsideKey(db, dataDir, name);
  const kind: SettingKind<ServiceSetting> = {
    name,
    title,
    access,
    read,
    async write(db, _actor, _item, value) {
      const before = await read(db);
      if (!isSameService(before?.url ?? '', value?.url ?? ''))
        await db.deleteFrom('outside_key').where('name', '=', name).execute();
      if (value) await writeSetting(db, name, value);
      else await dropSetting(db, name);
      await organisationChanged(db);
    },
    linesOf: (_db, { isOn, url }, language) =>
      new Map([
        [translate(language, 'messaging.is_on'), translate(language, isOn === 1 ? 'messaging.on' : 'messaging.off')],
        [translate(language, 'messaging.url'), url],
      ]),
  };
  return {
    name,
    kind,
    read,
    kept: keptWhileOnlyRolesChange(read),
    key,
    async save({ config }, db, actor, { isOn, url, key: given }) {
      if (url !== '') requireOutsideAddress(url, config.outsidePrivateHosts);
      if (isOn === 1 && url === '') throw new AppError('messaging.incomplete');
      await changing(db, actor, kind, '', async () => {
        const before = await read(db);
        const hasKey = (await key(db, config.dataDir)) !== undefined;
        if (hasKey && given === undefined && !isSameService(before?.url ?? '', url))
          throw new AppError('outside.key_again');
        if (given !== undefined) await keepOutsideKey(db, config.dataDir, name, given);
        const what = given === undefined ? 'outside.service' : 'outside.service_key';
        await changeSetting(db, actor, name, { isOn, url }, { what, subject: name });
        await organisationChanged(db);
      });
    },
  };
}

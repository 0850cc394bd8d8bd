import { FileTextOutlined } from '@ant-design/icons';
import { createElement } from 'react';
import { recordPages, type RecordPage } from '#web/modules/crm/record-pages.ts';
import { mergeAction } from '#web/record/merge/merge-action.tsx';
import { deleteAction } from '#web/record/actions/record-actions.tsx';
import { RecordList } from '#web/record/list/record-list.tsx';
import type { KnownType } from '#web/record/record-types.ts';
import { knownTypes, recordScreens } from '#web/modules/record-screens.ts';
import { screenOf } from '#web/record/screen-of.ts';
import { pageMessages as chinese } from '#shared/i18n/cn-pages.ts';
import { pageMessages as english } from '#shared/i18n/en-pages.ts';
import type { MessageKey } from '#shared/i18n/translate.ts';
import { typeCalls } from '#shared/record/calls/type-calls.ts';
import type { RecordType } from '#shared/record/record-type.ts';

/** Test-only record types with their messages: the build inserts them here. */
declare const fixtures: {
  readonly types: readonly { readonly type: RecordType; readonly path: string }[];
  readonly words: { readonly cn: Readonly<Record<string, string>>; readonly en: Readonly<Record<string, string>> };
};

Object.assign(chinese, fixtures.words.cn);
Object.assign(english, fixtures.words.en);
for (const { type, path } of fixtures.types) {
  const calls = typeCalls(type);
  const screen = screenOf(type, calls, {
    acts: [mergeAction(type, calls), deleteAction(type, calls)],
    hasBoard: false,
  });
  const load = () => Promise.resolve(screen);
  const page: RecordPage = {
    type,
    path,
    title: type.name as MessageKey,
    help: 'help.customers',
    icon: FileTextOutlined,
  };
  // the registries of the page, before anything reads them
  (recordPages as unknown as RecordPage[]).push(page);
  Object.assign(recordScreens, { [type.name]: { page: () => createElement(RecordList, { screen }), screen: load } });
  (knownTypes as KnownType[]).push({ type, load });
}
await import('#web/main.tsx');

import type { MessageKey } from '#shared/i18n/translate.ts';
import type { RecordCalls } from '#shared/record/record-calls.ts';
import type { RecordType } from '#shared/record/record-type.ts';

/** What the record screens need to know of a type: its declaration and its calls. */
export interface RecordScreen {
  readonly type: RecordType;
  readonly calls: RecordCalls;
}

/** A word of the type, such as `new` for 新建客户. */
export const wordOf = (screen: RecordScreen, word: 'list' | 'new' | 'edit' | 'search'): MessageKey =>
  `${screen.type.name}.${word}` as MessageKey;

export const nounOf = (screen: RecordScreen): MessageKey => screen.type.name as MessageKey;

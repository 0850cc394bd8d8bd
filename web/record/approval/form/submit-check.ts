import type { TextParams } from '#web/lib/i18n/i18n.ts';
import type { FormValues } from '#web/record/form/form-values.ts';
import type { HeadPreview } from '#web/record/lines/line-figures.ts';
import type { MessageKey } from '#shared/i18n/translate.ts';
import type { FormField } from '#shared/record/calls/field-calls.ts';

/** A document in its form, about to be submitted. */
export interface SubmitDraft {
  readonly fields: readonly FormField[];
  /** By field name. */
  readonly values: FormValues;
  /** The money that results from its lines; null where it has none, or they cannot be seen. */
  readonly preview: HeadPreview | null;
  /** Its lines as they are shown, by field name. */
  readonly lines: readonly FormValues[];
}

/** What a type says of a document before it is submitted. */
export interface SubmitCheck {
  /** Each has to be confirmed, such as 您申请的是正价合同，提交后系统默认审核通过。 */
  readonly questions?: readonly { readonly message: MessageKey; readonly params?: TextParams }[];
  /** What is sent with it once all is confirmed. */
  readonly entity?: Readonly<Record<string, unknown>>;
  /** Its rules pass it without asking anybody: no approver is needed. The server decides on that again. */
  readonly passesItself?: boolean;
}

/** Asked once the fields are found to be right; null when it has reported why the document cannot be submitted yet. */
export type BeforeSubmit = (draft: SubmitDraft) => SubmitCheck | null | Promise<SubmitCheck | null>;

import { useText } from '#web/lib/i18n/i18n.ts';
import styles from '#web/modules/crm/contracts/filled-hint.module.css';
import type { FieldAidProps } from '#web/record/form/form-aid.ts';
import { isEmptyLine, type FormLine } from '#web/record/lines/form-lines.ts';
import { contractType } from '#shared/crm/contracts/contract-type.ts';
import { isBlank } from '#shared/record/field.ts';
import type { MessageKey } from '#shared/i18n/translate.ts';

/** The amount of a contract with lines is theirs, and an empty recipient is taken from the contact. */
export function FilledHint({ field: { fieldName }, values }: FieldAidProps) {
  const text = useText();
  const lines = values[contractType.lines.key] as readonly FormLine[] | undefined;
  const hints: Readonly<Record<string, MessageKey | false>> = {
    money: lines?.some((line) => !isEmptyLine(line)) === true && 'contract.money_of_lines',
    recipient_name: !isBlank(values['addressee_id']) && isBlank(values['recipient_name']) && 'contract.from_contact',
    recipient_address:
      !isBlank(values['addressee_id']) && isBlank(values['recipient_address']) && 'contract.from_contact',
  };
  const hint = hints[fieldName];
  return hint ? <div className={styles['hint']}>{text(hint)}</div> : null;
}

import type { FieldNames } from '#web/record/templates/field-names.ts';
import type { PrintField } from '#shared/record/printing/print-calls.ts';

/** What the properties of a block are set with. */
export interface PropertiesProps<B> {
  readonly block: B;
  readonly fields: readonly PrintField[];
  readonly names: FieldNames;
  readonly onChange: (block: B) => void;
}

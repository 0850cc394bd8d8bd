import type { DefaultOptionType } from 'antd/es/select';
import type { useText } from '#web/lib/i18n/i18n.ts';
import type { PrintField } from '#shared/record/printing/print-calls.ts';

const groups = ['record', 'system', 'related'] as const;

/** The fields of a record by their groups, for a select; those of its lines have a list of their own. */
export const fieldOptions = (fields: readonly PrintField[], text: ReturnType<typeof useText>): DefaultOptionType[] =>
  groups.flatMap((group) => {
    const own = fields.filter((field) => field.group === group);
    if (own.length === 0) return [];
    return [
      { label: text(`template.group_${group}`), options: own.map(({ key, name }) => ({ value: key, label: name })) },
    ];
  });

/** Finds a field in such a select by a part of its label. */
export const byLabel = { optionFilterProp: 'label' } as const;

import { lineFieldId, lineTitle, wholeLine } from '#server/record/lines/line-changes.ts';
import type { PreparedLines } from '#server/record/lines/prepare-lines.ts';
import type { StoredLine } from '#server/record/lines/stored-lines.ts';
import { labelOf } from '#server/record/fields/field-set.ts';
import { fieldText, namesOn } from '#server/record/rows/row.ts';
import type { Change } from '#server/record/rows/events.ts';
import type { Directory } from '#server/platform/access/names.ts';
import type { Language } from '#shared/i18n/language.ts';
import { translate } from '#shared/i18n/translate.ts';
import type { SaveConflict } from '#shared/record/calls/save-input.ts';
import type { Field } from '#shared/record/field.ts';

/** What others have written since, the newest first. */
export interface LaterEvent {
  readonly changes: readonly Change[];
  readonly actor_id: number;
}

type Overlap = SaveConflict['overlaps'][number];

interface Reader {
  readonly directory: Directory;
  readonly language: Language;
}

/**
 * Lines by which a save meets what others have written since: the same field of a line, a line that is changed here and
 * removed there, or the other way round. Lines of others that this save does not know are kept.
 */
export function lineOverlaps(lines: PreparedLines, events: readonly LaterEvent[], reader: Reader): Overlap[] {
  const { setting, changed, removed, gone } = lines;
  const found = (lineId: number, isMeant: (change: Change) => boolean) => {
    for (const { changes, actor_id } of events) {
      const change = changes.find((one) => one.line?.id === lineId && isMeant(one));
      if (change) return { change, editor: reader.directory.user(actor_id) ?? '' };
    }
    return undefined;
  };
  const named = (title: string, name: string) => translate(reader.language, 'lines.of', { line: title, name }).trim();
  const whole = (lineId: number, title: string, editor: string): Overlap => ({
    fieldName: setting.lines.key,
    lineId,
    name: title,
    current: '',
    value: null,
    editor,
  });
  const ofField = (line: StoredLine, field: Field): Overlap[] => {
    const other = found(line.id, ({ id }) => id === lineFieldId(field.fieldName));
    if (!other) return [];
    const value = line.values[field.fieldName] ?? null;
    const names = namesOn(line.row, [field], reader.directory);
    return [
      {
        fieldName: `${setting.lines.key}.${field.fieldName}`,
        lineId: line.id,
        name: named(lineTitle(setting, line.values), labelOf(setting.lineType, field, reader.language)),
        current: value === null ? '' : fieldText(field, value, names),
        value,
        editor: other.editor,
      },
    ];
  };
  return [
    ...changed.flatMap(({ line, sent }) => sent.flatMap((field) => ofField(line, field))),
    ...removed.flatMap(({ id, values }) => {
      const other = found(id, () => true);
      return other ? [whole(id, lineTitle(setting, values), other.editor)] : [];
    }),
    ...gone.flatMap(({ id }) => {
      const other = found(id, (change) => change.id === wholeLine);
      return other ? [whole(id, other.change.line?.title ?? '', other.editor)] : [];
    }),
  ];
}

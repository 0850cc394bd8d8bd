import { EditOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Fragment, useState } from 'react';
import { callQuery } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { lazyOverlay } from '#web/lib/lazy-page.tsx';
import { FieldEditor } from '#web/record/cells/field-editor.tsx';
import { ShownValue } from '#web/record/cells/shown-value.tsx';
import styles from '#web/record/detail/information.module.css';
import { FieldFigure } from '#web/record/detail/field-figure.tsx';
import { pageTypeOf } from '#web/record/field-types/page-types.ts';
import { ruledField, viewOf } from '#web/record/form/rules/form-rules.ts';
import { TitledSection } from '#web/record/form/rules/titled-section.tsx';
import { useFilterFields } from '#web/record/filter/filter-fields.ts';
import { headNames } from '#web/record/lines/line-figures.ts';
import type { RecordScreen } from '#web/record/record-screen.ts';
import type { Row } from '#web/record/row.ts';
import { isLocked } from '#web/record/states/record-states.ts';
import { PageState } from '#web/ui/states/page-state.tsx';
import { fieldCalls, type FilterField, type FormField } from '#shared/record/calls/field-calls.ts';
import type { InformationRow } from '#shared/record/calls/record-calls.ts';

const LinesTable = lazyOverlay(() => import('#web/record/lines/lines-table.tsx'), 'LinesTable');

interface InformationProps {
  readonly screen: RecordScreen;
  readonly id: number;
  readonly record: Row;
  /** Values can be changed where they stand. */
  readonly mayEdit: boolean;
}

/** The values of a record with their labels: words and air; each value is edited where it stands. */
export function Information({ screen, id, record, mayEdit }: InformationProps) {
  const text = useText();
  const { type } = screen;
  const query = useQuery(callQuery(fieldCalls.information, { types: type.code, id }));
  const form = useQuery({
    ...callQuery(fieldCalls.form, { label: type.code, id }),
    enabled: mayEdit && screen.mayEditCells,
    gcTime: 0,
  });
  const filters = useFilterFields(screen);
  const [edited, setEdited] = useState<string | null>(null);
  const fields = form.data ?? [];
  const values = Object.fromEntries(fields.map((one) => [one.fieldName, one.value]));
  const view = viewOf(fields, values);
  const below = headNames(type.lines?.amounts);
  const fieldOf = (row: InformationRow): FormField | undefined => {
    const field = fields.find(({ fieldName }) => fieldName === row.fieldName);
    const mayChange = field && isEditable(field) && !isLocked(type, record, field.fieldName);
    return mayChange ? ruledField(field, view) : undefined;
  };
  const item = (row: InformationRow) => {
    const field = fieldOf(row);
    const isEdited = edited === row.fieldName && field !== undefined;
    return (
      <div
        key={row.fieldName}
        className={styles['item']}
        data-long={pageTypeOf(row).isWide === true}
        data-editable={field !== undefined}
        data-edited={isEdited}
      >
        <dt>{row.name}</dt>
        <dd
          // a press beside a link in it, or on the pencil
          {...(field && !isEdited && { onDoubleClick: () => setEdited(row.fieldName) })}
        >
          {isEdited ? (
            <FieldEditor screen={screen} row={record} field={field} others={values} onClose={() => setEdited(null)} />
          ) : (
            <Value row={row} record={record} filters={filters.data ?? []} />
          )}
          {field && !isEdited && (
            <button
              type="button"
              className={styles['edit']}
              aria-label={text('cell.edit', { name: row.name })}
              title={text('cell.edit', { name: row.name })}
              onClick={() => setEdited(row.fieldName)}
            >
              <EditOutlined aria-hidden />
            </button>
          )}
        </dd>
      </div>
    );
  };
  return (
    <PageState query={query} isEmpty={(rows) => rows.length === 0}>
      {(rows) => (
        <>
          {partsOf(rows, (row) => !below.includes(row.fieldName)).map(({ at, title, rows: own }, _, { length }) => {
            const list = <dl className={styles['information']}>{own.map(item)}</dl>;
            if (title === undefined && length === 1) return <Fragment key={at}>{list}</Fragment>;
            return (
              <TitledSection key={at} title={title ?? text('form.basic')}>
                {list}
              </TitledSection>
            );
          })}
          {type.lines && <LinesTable type={type} id={id} totals={rows} />}
        </>
      )}
    </PageState>
  );
}

interface Part {
  readonly at: number;
  /** None for what comes first. */
  readonly title?: string;
  readonly rows: InformationRow[];
}

/** The rows that are shown, by the sections that begin with them. */
function partsOf(rows: readonly InformationRow[], isShown: (row: InformationRow) => boolean): Part[] {
  const parts: Part[] = [{ at: 0, rows: [] }];
  for (const row of rows) {
    if (row.section !== undefined) parts.push({ at: parts.length, title: row.section, rows: [] });
    if (isShown(row)) parts.at(-1)?.rows.push(row);
  }
  return parts.filter((part) => part.rows.length > 0);
}

interface ValueProps {
  readonly row: InformationRow;
  readonly record: Row;
  /** The fields with their options. */
  readonly filters: readonly FilterField[];
}

/** A value as it looks everywhere: options are chips. */
function Value({ row, record, filters }: ValueProps) {
  const field = filters.find(({ fieldName }) => fieldName === row.fieldName);
  const isChip = field !== undefined && pageTypeOf(field).look === 'chip' && String(record[row.fieldName] ?? '') !== '';
  return isChip ? <FieldFigure field={field} value={record[row.fieldName]} /> : <ShownValue row={row} />;
}

const isEditable = (field: FormField): boolean =>
  field.disabled !== 1 && field.computed !== 1 && field.masked !== 1 && !pageTypeOf(field).isFixedInCells;

import type { Actor } from '#server/platform/access/actor.ts';
import { directoryOf } from '#server/platform/access/names.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { filesOfBatches } from '#server/platform/files/files.ts';
import { holdsFiles, numbersRecords } from '#shared/record/field-types.ts';
import { isBlank, isComputed, typeOnWire, type Field, type FieldValue } from '#shared/record/field.ts';
import type { FilterField, FormField, FormLines } from '#shared/record/calls/field-calls.ts';
import type { FileRow } from '#shared/record/calls/record-calls.ts';
import { seenSections } from '#shared/record/form-rules/sections.ts';
import { declaredField } from '#shared/record/relations/child-relations.ts';
import { translate } from '#shared/i18n/translate.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import type { FormAround } from '#server/record/field-types/server-type.ts';
import { serverTypeOf } from '#server/record/field-types/server-types.ts';
import { listColumns, isGroupable } from '#server/record/fields/columns.ts';
import { fieldsOf, labelOf } from '#server/record/fields/field-set.ts';
import { operatorsOf } from '#server/record/query/filter.ts';
import { coloursOf, columnLabel, optionsOf, settingOf, wireType } from '#server/record/fields/list-columns.ts';
import { areFixed } from '#server/record/lines/prepare-lines.ts';
import { viewOf } from '#server/record/form-rules/rule-problems.ts';
import { withComputing } from '#server/record/formula/computing-in-forms.ts';
import { withRules } from '#server/record/form-rules/rules-in-forms.ts';
import { lineSettingOf, linesOf } from '#server/record/lines/stored-lines.ts';
import { readRow } from '#server/record/rows/read.ts';
import { previewNumbers } from '#server/record/sequences/set-sequence.ts';
import { maskFor, namesOn, shownAs, valueOf, valuesOf } from '#server/record/rows/row.ts';
import { rowChoices } from '#server/record/rows/row-choices.ts';
import { stageFields } from '#server/record/states/stage-fields.ts';
import { lockedAmong } from '#server/record/states/locks.ts';
import { pathTo, treeNodes } from '#server/record/trees/tree-nodes.ts';
import type { TreeNode } from '#shared/record/trees/tree.ts';

interface FormSetting {
  readonly numbers?: Numbers | undefined;
  /** Rows of a table that it may name. */
  readonly choices?: FormField['setting'] | undefined;
  /** The state of the record locks it. */
  readonly isLocked?: boolean;
}

function formField(
  type: RecordType,
  field: Field,
  actor: Actor,
  value: unknown,
  { numbers, choices, isLocked = false }: FormSetting = {},
): FormField {
  if (field.masked) return maskedField(type, field, actor, value);
  return {
    fieldId: field.fieldId,
    fieldName: field.fieldName,
    name: labelOf(type, field, actor.language),
    ...typeOnWire(field.formType),
    ...checkedAs(type, field),
    inputTips: field.inputTips,
    options: field.options.join(','),
    setting: choices ?? optionsOf(field),
    isUnique: field.unique ? 1 : 0,
    // automatically assigned values need not be filled in
    isNull: field.required && !numbers?.has(field.fieldId) ? 1 : 0,
    maxLength: field.maxLength,
    value,
    defaultValue: onlyChoice(choices) ?? serverTypeOf(field.formType).defaultInForm(field.defaultValue),
    fieldType: field.fieldType,
    operating: field.operating,
    disabled: field.readOnly || isComputed(field) || isLocked ? 1 : 0,
    ...(isComputed(field) && { computed: 1 as const }),
    relation: null,
    companionOf: field.companionOf,
    ...(field.positive && { positive: 1 }),
    ...(field.range && { range: field.range }),
    ...sequenceKey(field, numbers),
  };
}

/** The only row that a field can name need not be chosen. */
const onlyChoice = (choices: FormSetting['choices']): unknown => {
  const [only, ...others] = choices ?? [];
  return typeof only === 'object' && others.length === 0 ? only.value : undefined;
};

/** Read-only text, whatever its values are: older clients need to know no more about it. */
const maskedField = (type: RecordType, field: Field, actor: Actor, value: unknown): FormField => ({
  fieldId: field.fieldId,
  fieldName: field.fieldName,
  name: labelOf(type, field, actor.language),
  ...typeOnWire('text'),
  inputTips: '',
  options: '',
  setting: [],
  isUnique: 0,
  isNull: 0,
  maxLength: null,
  value,
  defaultValue: '',
  fieldType: field.fieldType,
  operating: field.operating,
  disabled: 1,
  ...(isComputed(field) && { computed: 1 as const }),
  relation: null,
  companionOf: null,
  masked: 1,
});

/** Numbers that a new record would get, by field. */
type Numbers = ReadonlyMap<number, string | null>;

/** Distinguishes a sequence field from text, which it is for older clients. */
export function sequenceKey(field: Field, numbers?: Numbers): Pick<FormField, 'sequence'> {
  if (!numbersRecords(field)) return {};
  return { sequence: numbers?.has(field.fieldId) ? { onSave: 1, next: numbers.get(field.fieldId) ?? null } : {} };
}

function checkedAs(type: RecordType, { fieldType, fieldName }: Field) {
  const formType = fieldType === 1 ? declaredField(type, fieldName)?.checkedAs : undefined;
  return formType && { formType };
}

/** Fields of a form: empty for a new record, with values for an existing one (R9.5), possibly locked by its state. */
export async function formFields(
  db: Database,
  actor: Actor,
  type: RecordType,
  id: number | undefined,
): Promise<FormField[]> {
  const fields = await fieldsOf(db, actor, type);
  const choices = await rowChoices(db, fields.displayed);
  if (id === undefined) {
    const numbers = await previewNumbers({ db, actor, type, fields });
    const made = fields.displayed.map((field) =>
      formField(type, field, actor, '', { numbers, choices: choices.get(field) }),
    );
    return stageFields(db, actor, type, withRules(fields, withComputing(fields, made)), null);
  }
  const row = await readRow(db, actor, type, id);
  const names = namesOn(row, fields.all, await directoryOf(db, actor.rights.version));
  const files = await filesOfBatches(
    db,
    actor,
    batchesIn(fields.shown, (field) => valueOf(row, field)),
  );
  const fieldNames = fields.shown.map(({ fieldName }) => fieldName);
  const locked = new Set(lockedAmong(type, row, fieldNames).map(({ fieldName }) => fieldName));
  const path = await treePaths(db, fields.all);
  const made = fields.displayed.map((field) => {
    const value = inForm(valueOf(row, field), field, { names, files, path });
    return formField(type, field, actor, value, {
      choices: choices.get(field),
      isLocked: locked.has(field.fieldName),
    });
  });
  return stageFields(db, actor, type, withRules(fields, made), row);
}

/**
 * Line fields of a type, with the lines of an existing record, possibly locked by its state or the reader's role; null
 * for types without lines.
 */
export async function formLines(
  db: Database,
  actor: Actor,
  type: RecordType,
  id: number | undefined,
): Promise<FormLines> {
  const row = id === undefined ? null : await readRow(db, actor, type, id);
  const setting = await lineSettingOf(db, actor, type);
  if (!setting) return { fields: [], lines: [] };
  const { lineType, fields } = setting;
  const isLocked = areFixed(setting) || (row !== null && lockedAmong(type, row, ['lines']).length > 0);
  const stored = id === undefined ? [] : ((await linesOf(db, type, [id])).get(id) ?? []);
  const directory = await directoryOf(db, actor.rights.version);
  return {
    fields: fields.displayed.map((field) => formField(lineType, field, actor, '', { isLocked })),
    lines: stored.map((line) => {
      const names = namesOn(line.row, fields.all, directory);
      const values = fields.displayed.map((field) => {
        const value = line.values[field.fieldName] ?? null;
        const around = { names, files: new Map<string, FileRow[]>(), path: () => [] };
        return [field.fieldName, inForm(value, field, around)] as const;
      });
      return { id: line.id, values: Object.fromEntries(values) };
    }),
  };
}

/** The way to a node of a field's tree. */
async function treePaths(db: Database, fields: readonly Field[]): Promise<FormAround['path']> {
  const trees = new Map<string, readonly TreeNode[]>();
  for (const { tree } of fields) if (tree) trees.set(tree.table, await treeNodes(db, tree));
  return ({ tree }, id) => pathTo(trees.get(tree?.table ?? '') ?? [], id);
}

function inForm(value: FieldValue, field: Field, around: FormAround): unknown {
  if (field.masked) return maskFor(field, value, around.names);
  return serverTypeOf(field.formType).inForm(value, field, around);
}

const batchesIn = (fields: readonly Field[], value: (field: Field) => FieldValue): string[] =>
  fields
    .filter(holdsFiles)
    .map(value)
    .filter((batch): batch is string => typeof batch === 'string');

export interface InformationRow {
  fieldName: string;
  name: string;
  value: string | FileRow[];
  type: number;
  formType: string;
  section?: string;
}

/** The tab 基本信息: labels with their values as text, files as lists (R9.5). */
export async function informationOf(
  db: Database,
  actor: Actor,
  type: RecordType,
  id: number,
): Promise<InformationRow[]> {
  const fields = await fieldsOf(db, actor, type);
  const row = await readRow(db, actor, type, id);
  const names = await directoryOf(db, actor.rights.version);
  const view = viewOf(fields, valuesOf(row, fields));
  // what the form does not show is not hidden where a record has it
  const shown = fields.displayed.filter(
    (field) =>
      field.companionOf === null && (view?.isShown(field.fieldName) !== false || !isBlank(valueOf(row, field))),
  );
  const sections = seenSections(fields.all, (field) => shown.includes(field));
  const files = await filesOfBatches(
    db,
    actor,
    batchesIn(fields.shown, (field) => valueOf(row, field)),
  );
  const own = shown.map((field): InformationRow => {
    const value = valueOf(row, field);
    return {
      fieldName: field.fieldName,
      name: labelOf(type, field, actor.language),
      value:
        holdsFiles(field) && !field.masked
          ? (files.get(String(value)) ?? [])
          : shownAs(field, fields.shown, names)(row),
      ...typeOnWire(field.masked ? 'text' : field.formType),
      ...sectionOf(sections.get(field)),
    };
  });
  const system = listColumns(type, fields).filter(
    ({ state, system }) =>
      state || (system && system.column !== 'last_content' && !(system.ofPool && row.owner_user_id !== null)),
  );
  const behind = sections.size > 0 ? translate(actor.language, 'form.further') : undefined;
  const further = await Promise.all(
    system.map(async (column, at): Promise<InformationRow> => {
      const raw = row[(column.system ?? column.state)?.column ?? ''];
      const setting = (await settingOf(db, column, actor)).find((one) => typeof one === 'object' && one.value === raw);
      const text =
        column.system?.kind === 'user_name'
          ? (names.user(Number(raw)) ?? '')
          : typeof setting === 'object'
            ? setting.name
            : String(raw ?? '');
      return {
        fieldName: column.fieldName,
        name: columnLabel(type, column, actor),
        value: text,
        ...typeOnWire(column.formType),
        ...sectionOf(at === 0 ? behind : undefined),
      };
    }),
  );
  return [...own, ...further];
}

const sectionOf = (section: string | undefined): Pick<InformationRow, 'section'> =>
  section === undefined ? {} : { section };

/** Fields available to filters, with their operators (R8.6). */
export async function filterFields(
  db: Database,
  actor: Actor,
  type: RecordType,
  isPool = false,
): Promise<FilterField[]> {
  const columns = listColumns(type, await fieldsOf(db, actor, type)).filter(({ system }) => isPool || !system?.ofPool);
  return Promise.all(
    columns.map(async (column) => ({
      fieldName: column.system?.kind === 'user_name' ? column.system.column : column.fieldName,
      name: columnLabel(type, column, actor),
      formType: wireType(column),
      setting: await settingOf(db, column, actor),
      fieldId: column.field?.fieldId ?? column.id,
      operators: [...operatorsOf(column)],
      groupable: isGroupable(column) ? (1 as const) : (0 as const),
      ...coloursOf(column),
    })),
  );
}

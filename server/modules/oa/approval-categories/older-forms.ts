import { offeredCategories, requireCategory } from '#server/modules/oa/approval-categories/categories.ts';
import { designed } from '#server/modules/oa/approval-categories/stored-fields.ts';
import { saveForm } from '#server/modules/oa/approval-categories/writes.ts';
import type { FurtherForms } from '#server/record/form-life/further-forms.ts';
import { officeFormLabel } from '#shared/oa/approval-categories/category-calls.ts';
import { AppError } from '#shared/wire/error-codes.ts';

/** The forms of categories by the calls for forms of any type, as older clients ask for them. */
export const categoryForms: FurtherForms = {
  label: officeFormLabel,
  access: 'manage:oa:examine',
  application: 'oa',
  list: async (db, _actor, id) => {
    const { fields, updateTime } = await requireCategory(db, id);
    return designed(fields, updateTime);
  },
  save: (db, actor, { id, data, base }) => saveForm(db, actor, { categoryId: id, data, base }),
  form: async (db, actor, id) => {
    const { fields, updateTime } = await requireCategory(db, id);
    const offered = await offeredCategories(db, actor.userId);
    if (!offered.some(({ categoryId }) => categoryId === id)) throw new AppError('access.record');
    return designed(fields, updateTime)
      .filter(({ isHidden }) => isHidden === 0)
      .map(
        ({
          label: _label,
          remark: _remark,
          sorting: _sorting,
          updateTime: _time,
          isHidden: _hidden,
          relevant: _relevant,
          formVersion: _version,
          ...field
        }) => ({
          ...field,
          value: field.defaultValue,
        }),
      );
  },
};

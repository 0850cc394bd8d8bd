import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { callQuery, useAction } from '#web/lib/http/queries.ts';
import { textOf, useText } from '#web/lib/i18n/i18n.ts';
import { addressOfCategory } from '#web/modules/admin/approval-flows/categories/category-address.ts';
import { CategoryDialog } from '#web/modules/admin/approval-flows/categories/category-dialog.tsx';
import { CategoryCard, useCategoryColumns } from '#web/modules/admin/approval-flows/categories/category-rows.tsx';
import { pageSizes } from '#web/record/list/list-state.ts';
import { confirm, toast } from '#web/ui/feedback.tsx';
import { usePlainList } from '#web/ui/plain-list/list-address.ts';
import { EditableList } from '#web/ui/plain-list/editable-list.tsx';
import { SearchBox } from '#web/ui/search/search-box.tsx';
import { approvalCategoryCalls, type ApprovalCategory } from '#shared/oa/approval-categories/category-calls.ts';

/** /manager/system-workbench: what people can apply for in the office. */
export function CategoriesPage() {
  const text = useText();
  const navigate = useNavigate();
  const state = usePlainList(['search'], pageSizes);
  const [open, setOpen] = useState<{ readonly edited: ApprovalCategory | null } | null>(null);
  const { filters, page, limit } = state;
  const query = useQuery({
    ...callQuery(approvalCategoryCalls.list, { page, limit, search: filters.search }),
    placeholderData: keepPreviousData,
    select: ({ list, ...rest }) => ({ ...rest, list: list.map((row) => ({ ...row, id: row.categoryId })) }),
  });
  const refreshes = [approvalCategoryCalls.list, approvalCategoryCalls.one, approvalCategoryCalls.offered];
  const status = useAction(approvalCategoryCalls.status, { refreshes });
  const remove = useAction(approvalCategoryCalls.remove, { refreshes });
  const acts = {
    edit: (edited: ApprovalCategory) => setOpen({ edited }),
    design: ({ categoryId }: ApprovalCategory) => void navigate(addressOfCategory(categoryId)),
    toggle: async ({ categoryId, title, status: now }: ApprovalCategory) => {
      const question = textOf('approval_category.disable_question', { name: title });
      if (now === 0 || (await confirm({ title: question })))
        status.mutate({ id: categoryId, status: now === 1 ? 0 : 1 });
    },
    remove: async ({ categoryId, title }: ApprovalCategory) => {
      const isSure = await confirm({
        title: textOf('approval_category.delete_question', { name: title }),
        text: textOf('approval_category.delete_effect'),
        okText: textOf('action.delete'),
        isDangerous: true,
      });
      if (isSure)
        remove.mutate({ id: categoryId }, { onSuccess: () => toast.success(textOf('approval_category.deleted')) });
    },
  };
  const handleMade = async (categoryId: number, name: string) => {
    setOpen(null);
    const goesOn = await confirm({
      title: textOf('approval_category.made'),
      text: textOf('approval_category.made_next', { name }),
      okText: textOf('approval_category.design'),
      cancelText: textOf('approval_category.later'),
    });
    if (goesOn) await navigate(addressOfCategory(categoryId));
  };
  const columns = useCategoryColumns(acts);
  return (
    <EditableList
      title={text('page.approval_categories')}
      kinds={['approval_category']}
      addText={text('approval_category.add')}
      onAdd={() => setOpen({ edited: null })}
      query={query}
      state={state}
      columns={columns}
      nameOf={({ title }) => title}
      card={(row) => <CategoryCard row={row} acts={acts} />}
      filters={
        <SearchBox
          isMain
          placeholder={text('approval_category.search')}
          value={filters.search}
          onSearch={(search) => state.change({ filters: { search } })}
        />
      }
      none={text('approval_category.none')}
      noMatch={text('approval_category.none')}
    >
      {open && (
        <CategoryDialog
          edited={open.edited}
          onClose={() => setOpen(null)}
          onMade={(id, name) => void handleMade(id, name)}
        />
      )}
    </EditableList>
  );
}

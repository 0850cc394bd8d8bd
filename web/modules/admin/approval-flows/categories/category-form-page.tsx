import { useQuery } from '@tanstack/react-query';
import { Navigate, useNavigate, useParams } from 'react-router';
import { callQuery, useAction } from '#web/lib/http/queries.ts';
import { textOf } from '#web/lib/i18n/i18n.ts';
import { categoriesAddress, categoryIn } from '#web/modules/admin/approval-flows/categories/category-address.ts';
import { Designer, readOnce } from '#web/record/designer/designer.tsx';
import { toast } from '#web/ui/feedback.tsx';
import { PageState } from '#web/ui/states/page-state.tsx';
import { approvalCategoryCalls } from '#shared/oa/approval-categories/category-calls.ts';

/** /manager/custom-field/handlefield/oa_examine/{id}10: the designer of a category's form. */
export function CategoryFormPage() {
  const { '*': rest = '' } = useParams();
  const categoryId = categoryIn(rest);
  return categoryId === null ? <Navigate to={categoriesAddress} replace /> : <Form key={categoryId} id={categoryId} />;
}

function Form({ id: categoryId }: { readonly id: number }) {
  const navigate = useNavigate();
  const category = useQuery(callQuery(approvalCategoryCalls.one, { id: categoryId }));
  const query = useQuery({ ...callQuery(approvalCategoryCalls.fields, { categoryId }), ...readOnce });
  const save = useAction(approvalCategoryCalls.saveFields, {
    refreshes: [approvalCategoryCalls.fields, approvalCategoryCalls.list],
    onDone: () => toast.success(textOf('action.done')),
  });
  return (
    <PageState query={category}>
      {({ title, isSys }) =>
        isSys === 1 ? (
          <Navigate to={categoriesAddress} replace />
        ) : (
          <Designer
            label={null}
            title={title}
            targets={[]}
            query={query}
            isSaving={save.isPending}
            onSave={(change, refused) => save.mutate({ categoryId, ...change }, { onError: refused })}
            onBack={() => void navigate(categoriesAddress)}
          />
        )
      }
    </PageState>
  );
}

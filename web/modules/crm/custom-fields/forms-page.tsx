import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { callQuery } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { useMay } from '#web/lib/session/session.ts';
import { addressOfForm } from '#web/modules/crm/custom-fields/designer-address.ts';
import { itemsOf } from '#web/record/designer/form-items.ts';
import { PreviewDialog } from '#web/record/designer/preview/preview-dialog.tsx';
import { printedTypes } from '#web/record/print/printed-types.ts';
import { templatesOf } from '#web/record/print/template-address.ts';
import { Page, PageBody } from '#web/ui/page/page.tsx';
import { PageState } from '#web/ui/states/page-state.tsx';
import { fieldCalls } from '#shared/record/calls/field-calls.ts';
import type { OutputOf } from '#shared/wire/endpoint.ts';

type Form = OutputOf<typeof fieldCalls.modules>[number];

/** /manager/system-customer/custom-field 自定义字段设置: the forms that can be designed. */
export function FormsPage() {
  const text = useText();
  const query = useQuery(callQuery(fieldCalls.modules, {}));
  const [previewed, setPreviewed] = useState<Form | null>(null);
  const may = useMay();
  const printed = printedTypes(may).map(({ code }) => code);
  return (
    <Page title={text('page.custom_fields')}>
      <PageBody>
        <PageState query={query}>
          {(forms) => (
            <ul className="boxes">
              {forms.map((form) => (
                <li key={form.label}>
                  <strong>{form.name}</strong>
                  <p>{form.updateTime ? text('designer.updated', { time: form.updateTime.slice(0, 16) }) : ''}</p>
                  <Link to={addressOfForm(form)} aria-label={text('designer.edit_named', { name: form.name })}>
                    {text('action.edit')}
                  </Link>
                  <Button
                    type="link"
                    aria-label={text('designer.preview_named', { name: form.name })}
                    onClick={() => setPreviewed(form)}
                  >
                    {text('designer.preview')}
                  </Button>
                  {printed.includes(form.label) && (
                    <Link
                      to={templatesOf(form.label)}
                      aria-label={text('designer.templates_named', { name: form.name })}
                    >
                      {text('page.templates')}
                    </Link>
                  )}
                </li>
              ))}
            </ul>
          )}
        </PageState>
        {previewed && <Preview form={previewed} onClose={() => setPreviewed(null)} />}
      </PageBody>
    </Page>
  );
}

function Preview({ form, onClose }: { readonly form: Form; readonly onClose: () => void }) {
  const query = useQuery(callQuery(fieldCalls.adminList, { label: form.label }));
  return query.data ? <PreviewDialog title={form.name} items={itemsOf(query.data)} onClose={onClose} /> : null;
}

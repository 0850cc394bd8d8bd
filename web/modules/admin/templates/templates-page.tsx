import { PlusOutlined } from '@ant-design/icons';
import { Button, Select } from 'antd';
import { useText } from '#web/lib/i18n/i18n.ts';
import { useAddress } from '#web/lib/screen/address.ts';
import { useMay } from '#web/lib/session/session.ts';
import { printedTypes } from '#web/record/print/printed-types.ts';
import { TemplateEditor } from '#web/record/templates/template-editor.tsx';
import { TemplateList } from '#web/record/templates/template-list.tsx';
import { Page, PageBody } from '#web/ui/page/page.tsx';
import type { MessageKey } from '#shared/i18n/translate.ts';

/** Templates by which records are printed, type by type: `label`, and of the one that is edited `template` and `copy`. */
export function TemplatesPage() {
  const text = useText();
  const may = useMay();
  const [query, change] = useAddress();
  const show = (next: Record<string, string>) => change(() => new URLSearchParams(next));
  const types = printedTypes(may);
  const type = types.find(({ code }) => String(code) === query.get('label')) ?? types[0];
  const template = query.get('template');
  if (!type) return <Page title={text('page.templates')}>{null}</Page>;
  const label = String(type.code);
  const edit = (key: string, isCopy: boolean) => show({ label, template: key, ...(isCopy && { copy: '1' }) });
  return (
    <Page
      title={text('page.templates')}
      acts={
        template === null && (
          <>
            <Select
              aria-label={text('template.type')}
              value={type.code}
              onChange={(code) => show({ label: String(code) })}
              options={types.map(({ code, name }) => ({ value: code, label: text(name as MessageKey) }))}
            />
            <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => edit('plain', true)}>
              {text('template.new')}
            </Button>
          </>
        )
      }
    >
      <PageBody>
        {template === null ? (
          <TemplateList key={label} type={type} onEdit={edit} />
        ) : (
          <TemplateEditor
            key={`${label} ${template}`}
            type={type}
            template={template}
            isCopy={query.get('copy') === '1'}
            onClose={() => show({ label })}
          />
        )}
      </PageBody>
    </Page>
  );
}

import { useQuery } from '@tanstack/react-query';
import { Form } from 'antd';
import { useState } from 'react';
import { callQuery, useAction } from '#web/lib/http/queries.ts';
import { textOf, useText } from '#web/lib/i18n/i18n.ts';
import { Rehearsal } from '#web/modules/crm/lead-sources/rehearsal.tsx';
import { RuleList, sentRules } from '#web/modules/crm/lead-sources/rule-list.tsx';
import { SourceAccess } from '#web/modules/crm/lead-sources/source-access.tsx';
import { BasicFields, FormFields, KeeperField } from '#web/modules/crm/lead-sources/source-fields.tsx';
import { emptySource, valuesOf, type SourceValues } from '#web/modules/crm/lead-sources/source-values.ts';
import { toast } from '#web/ui/feedback.tsx';
import { Dialog } from '#web/ui/sheet/dialog.tsx';
import { PageState } from '#web/ui/states/page-state.tsx';
import { Tabs } from '#web/ui/tabs.tsx';
import { leadSourceCalls, sourceKinds, type LeadSource } from '#shared/crm/lead-sources/lead-source-calls.ts';
import styles from './lead-sources.module.css';

/** Milliseconds: a new name is written into every lead that has the old one. */
const patience = 120_000;

interface SourceDialogProps {
  /** Of the source to change; null for a new one. */
  readonly id: number | null;
  /** It stays open for the address or the key. */
  readonly onSaved: (id: number) => void;
  readonly onClose: () => void;
}

/** A source with its form, its rules, and the address or key by which leads come. */
export function SourceDialog({ id, onSaved, onClose }: SourceDialogProps) {
  const query = useQuery({
    ...callQuery(leadSourceCalls.one, { id: id ?? 1 }),
    enabled: id !== null,
    // what is being changed must be what is stored
    staleTime: 0,
    gcTime: 0,
  });
  const text = useText();
  if (id === null) return <Editor source={null} onSaved={onSaved} onClose={onClose} />;
  if (!query.data)
    return (
      <Dialog open title={text('action.edit')} footer={null} onCancel={onClose}>
        <PageState query={query}>{() => null}</PageState>
      </Dialog>
    );
  return <Editor key={query.data.id} source={query.data} onSaved={onSaved} onClose={onClose} />;
}

interface EditorProps {
  readonly source: LeadSource | null;
  readonly onSaved: (id: number) => void;
  readonly onClose: () => void;
}

function Editor({ source, onSaved, onClose }: EditorProps) {
  const text = useText();
  const [form] = Form.useForm<SourceValues>();
  const [tab, setTab] = useState('basic');
  const initial = source ? valuesOf(source) : emptySource;
  const kind = Form.useWatch('kind', form) ?? initial.kind;
  const rules = Form.useWatch('rules', { form, preserve: true }) ?? initial.rules;
  const keeper = Form.useWatch('keeper', { form, preserve: true }) ?? initial.keeper;
  const isForm = kind === sourceKinds.form;
  const isOpen = kind !== sourceKinds.hand;
  const save = useAction(leadSourceCalls.save, {
    timeoutMs: patience,
    refreshes: [leadSourceCalls.list, leadSourceCalls.one],
    onDone: (answer) => {
      toast.success(textOf('lead_source.saved'));
      if (source === null && isOpen) {
        onSaved(answer.id);
        return;
      }
      onClose();
    },
  });
  const handleFinish = () => {
    // values of the other tabs, too
    const values = form.getFieldsValue(true) as SourceValues;
    save.mutate({
      ...(source && { id: source.id, version: source.version }),
      name: values.name,
      code: values.code,
      remark: values.remark,
      kind: values.kind,
      keeperUserId: values.keeper[0]?.userId,
      assignRules: sentRules(values.rules),
      form: { ...values.form, fieldIds: values.form.fieldIds.join(',') },
    });
  };
  const isSavedKind = source !== null && source.kind === kind;
  const tabs = [
    { key: 'basic', label: text('lead_source.tab_basic'), forceRender: true, children: <BasicFields /> },
    ...(isForm
      ? [{ key: 'form', label: text('lead_source.tab_form'), forceRender: true, children: <FormFields name={form} /> }]
      : []),
    ...(isOpen
      ? [
          {
            key: 'rules',
            label: text('lead_source.tab_rules'),
            forceRender: true,
            children: (
              <>
                <p className={styles['hint']}>{text('lead_source.rules_hint')}</p>
                <Form.Item name="rules">
                  <RuleList />
                </Form.Item>
                <KeeperField />
                <Rehearsal id={source?.id ?? null} rules={rules} keeperUserId={keeper[0]?.userId} />
              </>
            ),
          },
          {
            key: 'access',
            label: text('lead_source.tab_access'),
            children: <SourceAccess source={isSavedKind ? source : null} />,
          },
        ]
      : []),
  ];
  return (
    <Dialog
      open
      width={760}
      title={source ? text('lead_source.edit_title', { name: source.label }) : text('lead_source.add')}
      mask={{ closable: false }}
      okText={text('action.save')}
      confirmLoading={save.isPending}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <Form<SourceValues>
        form={form}
        layout="vertical"
        initialValues={initial}
        onFinish={handleFinish}
        onFinishFailed={() => setTab('basic')}
      >
        <Tabs activeKey={tabs.some(({ key }) => key === tab) ? tab : 'basic'} items={tabs} onChange={setTab} />
      </Form>
    </Dialog>
  );
}

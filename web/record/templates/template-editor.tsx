import { useQuery } from '@tanstack/react-query';
import { Button, Checkbox, Input, Segmented, Select } from 'antd';
import { useMemo, useState } from 'react';
import { callQuery, useAction } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { useIsPhone } from '#web/lib/screen/is-phone.ts';
import { blockAt, replaceBlock } from '#web/record/templates/block-path.ts';
import { BlockOutline } from '#web/record/templates/block-outline.tsx';
import { BlockProperties } from '#web/record/templates/block-properties.tsx';
import { fieldNames, type FieldNames } from '#web/record/templates/field-names.ts';
import { PageProperties } from '#web/record/templates/page-properties.tsx';
import { TemplatePreview } from '#web/record/templates/template-preview.tsx';
import styles from '#web/record/templates/templates.module.css';
import { useTemplateDraft, type TemplateDraft } from '#web/record/templates/use-template-draft.ts';
import { toast } from '#web/ui/feedback.tsx';
import { PageState } from '#web/ui/states/page-state.tsx';
import { useUnsavedChanges } from '#web/ui/unsaved-changes.ts';
import type { OutputOf } from '#shared/wire/endpoint.ts';
import { printCalls, type PrintField } from '#shared/record/printing/print-calls.ts';
import type { RecordType } from '#shared/record/record-type.ts';

interface EditorProps {
  readonly type: RecordType;
  /** Key of the template that it begins with; a copy of it where it is not stored here, or to be one. */
  readonly template: string;
  readonly isCopy: boolean;
  readonly onClose: () => void;
}

type Loaded = OutputOf<typeof printCalls.one>;

/** A template with all that it consists of, and how it looks. */
export function TemplateEditor(props: EditorProps) {
  const { type, template } = props;
  const label = type.code;
  const [version, setVersion] = useState<number | null>(null);
  const loaded = useQuery(callQuery(printCalls.one, { label, template, ...(version !== null && { version }) }));
  const fields = useQuery(callQuery(printCalls.fields, { label }));
  return (
    <PageState query={loaded}>
      {(found) => (
        <PageState query={fields}>
          {(known) => (
            <Editor {...props} key={version} loaded={found} fields={known} version={version} onVersion={setVersion} />
          )}
        </PageState>
      )}
    </PageState>
  );
}

interface LoadedProps extends EditorProps {
  readonly loaded: Loaded;
  readonly fields: readonly PrintField[];
  readonly version: number | null;
  readonly onVersion: (version: number | null) => void;
}

function Editor({ type, isCopy, loaded, fields, version, onVersion, onClose }: LoadedProps) {
  const text = useText();
  const isPhone = useIsPhone();
  const draft = useTemplateDraft(loaded.content);
  const isNew = isCopy || loaded.isStored === 0;
  const [name, setName] = useState(isNew ? text('template.copy_of', { name: loaded.name }) : loaded.name);
  const [purpose, setPurpose] = useState(loaded.purpose);
  const [isDefault, setDefault] = useState(!isNew && loaded.isDefault === 1);
  const [part, setPart] = useState<'content' | 'properties' | 'preview'>('content');
  const names = useMemo(
    () => fieldNames(fields, { page: text('template.page_number'), pages: text('template.page_count') }),
    [fields, text],
  );
  const isChanged = draft.hasChanges || (!isNew && (name !== loaded.name || purpose !== loaded.purpose));
  const leave = useUnsavedChanges(isChanged);
  const save = useAction(printCalls.save, {
    refreshes: [printCalls.list, printCalls.one],
    onDone: () => {
      toast.success(text('template.saved', { name }));
      leave();
      onClose();
    },
  });
  const shows = (one: typeof part): boolean => !isPhone || part === one;
  return (
    <div className={styles['editor']}>
      <form
        className={styles['head']}
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate({
            label: type.code,
            ...(!isNew && { templateId: Number(loaded.key), version: loaded.version }),
            name: name.trim(),
            purpose,
            ...(isDefault && { isDefault: 1 }),
            content: JSON.stringify(draft.content),
          });
        }}
      >
        <Input
          aria-label={text('template.name')}
          placeholder={text('template.name')}
          value={name}
          maxLength={50}
          onChange={({ target }) => setName(target.value)}
        />
        <Input
          aria-label={text('template.purpose')}
          placeholder={text('template.purpose_hint')}
          value={purpose}
          maxLength={50}
          onChange={({ target }) => setPurpose(target.value)}
        />
        <Checkbox checked={isDefault} onChange={({ target }) => setDefault(target.checked)}>
          {text('template.is_default')}
        </Checkbox>
        {!isNew && loaded.versions.length > 1 && (
          <Select
            aria-label={text('template.versions')}
            value={version ?? loaded.version}
            onChange={onVersion}
            options={loaded.versions.map((one) => ({
              value: one.version,
              label: `${text('template.version', { version: one.version })} · ${one.createUserName} ${one.createTime.slice(0, 16)}`,
            }))}
          />
        )}
        <span className={styles['space']} />
        <Button onClick={onClose}>{text('action.cancel')}</Button>
        <Button type="primary" htmlType="submit" disabled={name.trim() === ''} loading={save.isPending}>
          {text('action.save')}
        </Button>
      </form>
      {isPhone && (
        <Segmented
          block
          value={part}
          onChange={setPart}
          options={(['content', 'properties', 'preview'] as const).map((one) => ({
            value: one,
            label: text(`template.${one}`),
          }))}
        />
      )}
      <div className={styles['columns3']}>
        {shows('content') && (
          <BlockOutline
            draft={draft}
            names={names}
            hasLines={type.lines !== undefined}
            firstField={fields[0]?.key ?? ''}
          />
        )}
        {shows('properties') && <ChosenProperties draft={draft} fields={fields} names={names} />}
        {shows('preview') && <TemplatePreview type={type} content={draft.content} />}
      </div>
    </div>
  );
}

interface ChosenProps {
  readonly draft: TemplateDraft;
  readonly fields: readonly PrintField[];
  readonly names: FieldNames;
}

function ChosenProperties({ draft, fields, names }: ChosenProps) {
  const text = useText();
  const { content, chosen } = draft;
  const block = chosen === null || chosen === 'page' ? undefined : blockAt(content.blocks, chosen);
  return (
    <section className={styles['properties']} aria-label={text('template.properties')}>
      {chosen === 'page' && <PageProperties content={content} fields={fields} names={names} onChange={draft.change} />}
      {block && chosen !== null && chosen !== 'page' && (
        <>
          <h3>{text(`template.block_${block.kind}`)}</h3>
          <BlockProperties
            key={chosen.join()}
            block={block}
            fields={fields}
            names={names}
            onChange={(next) => draft.setBlocks(replaceBlock(content.blocks, chosen, next))}
          />
        </>
      )}
      {!block && chosen !== 'page' && <p className={styles['none']}>{text('template.choose_block')}</p>}
    </section>
  );
}

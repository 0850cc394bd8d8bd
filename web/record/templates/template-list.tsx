import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { callQuery, useAction } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import styles from '#web/record/templates/templates.module.css';
import { confirm, toast } from '#web/ui/feedback.tsx';
import { PageState } from '#web/ui/states/page-state.tsx';
import { StatusTag } from '#web/ui/status-tag.tsx';
import { printCalls, type TemplateRow } from '#shared/record/printing/print-calls.ts';
import type { RecordType } from '#shared/record/record-type.ts';

interface ListProps {
  readonly type: RecordType;
  readonly onEdit: (template: string, isCopy: boolean) => void;
}

/** The templates of a type: those made here, and those that it comes with, which can be copied. */
export function TemplateList({ type, onEdit }: ListProps) {
  const text = useText();
  const list = useQuery(callQuery(printCalls.list, { label: type.code }));
  const remove = useAction(printCalls.remove, { refreshes: [printCalls.list] });
  const ask = async ({ key, name }: TemplateRow) => {
    if (!(await confirm({ title: text('template.delete_ask', { name }), isDangerous: true }))) return;
    await remove.mutateAsync({ label: type.code, templateId: Number(key) });
    toast.success(text('template.deleted', { name }));
  };
  return (
    <PageState query={list}>
      {(rows) => (
        <ul className={styles['list']}>
          {rows.map((row) => (
            <li key={row.key}>
              <div>
                <b>{row.name}</b>{' '}
                {row.isDefault === 1 && <StatusTag tone="primary">{text('template.default')}</StatusTag>}{' '}
                {row.isStored === 0 && <StatusTag tone="neutral">{text('template.built_in')}</StatusTag>}
                <small>
                  {[
                    row.purpose,
                    row.isStored === 1 && text('template.version', { version: row.version }),
                    row.isStored === 1 &&
                      text('template.updated', { name: row.updateUserName, time: row.updateTime.slice(0, 16) }),
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </small>
              </div>
              <span className={styles['space']} />
              {row.isStored === 1 && (
                <Button size="small" onClick={() => onEdit(row.key, false)}>
                  {text('action.edit')}
                </Button>
              )}
              <Button size="small" onClick={() => onEdit(row.key, true)}>
                {text('template.copy')}
              </Button>
              {row.isStored === 1 && (
                <Button size="small" danger onClick={() => void ask(row).catch(() => undefined)}>
                  {text('template.remove')}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </PageState>
  );
}

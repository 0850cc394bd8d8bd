import { ArrowDownOutlined, ArrowUpOutlined, DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Dropdown } from 'antd';
import { useText } from '#web/lib/i18n/i18n.ts';
import {
  blockAt,
  insertBlock,
  moveBlock,
  neighbour,
  removeBlock,
  samePath,
  type BlockPath,
} from '#web/record/templates/block-path.ts';
import { blockKinds, newBlock, type BlockKind } from '#web/record/templates/new-block.ts';
import type { FieldNames } from '#web/record/templates/field-names.ts';
import styles from '#web/record/templates/templates.module.css';
import type { TemplateDraft } from '#web/record/templates/use-template-draft.ts';
import type { MessageKey } from '#shared/i18n/translate.ts';
import type { TemplateBlock } from '#shared/record/printing/template.ts';

interface OutlineProps {
  readonly draft: TemplateDraft;
  readonly names: FieldNames;
  readonly hasLines: boolean;
  /** Of a condition that is new. */
  readonly firstField: string;
}

/** The content of a template from top to bottom: what is chosen here is set up beside it, and moved with Alt and the arrows. */
export function BlockOutline({ draft, names, hasLines, firstField }: OutlineProps) {
  const text = useText();
  const { content, chosen } = draft;
  const { blocks } = content;
  const move = (path: BlockPath, by: 1 | -1): void => {
    const next = neighbour(blocks, path, by);
    if (!next) return;
    draft.setBlocks(moveBlock(blocks, path, by), next);
    // the caret goes with the block; a move by a button leaves it there
    const list = document.activeElement?.closest('ul');
    list?.querySelector<HTMLElement>(`[data-path="${next.join()}"]`)?.focus();
  };
  const row = (block: TemplateBlock, path: BlockPath) => (
    <li key={path.join()} className={path.length === 2 ? styles['inner'] : undefined}>
      <button
        type="button"
        className={styles['block']}
        data-path={path.join()}
        aria-current={samePath(chosen === 'page' ? null : chosen, path)}
        onClick={() => draft.choose(path)}
        onKeyDown={(event) => {
          if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
          event.preventDefault();
          move(path, event.key === 'ArrowUp' ? -1 : 1);
        }}
      >
        <b>{text(`template.block_${block.kind}`)}</b> <span>{summaryOf(block, names)}</span>
      </button>
    </li>
  );
  return (
    <div className={styles['outline']}>
      <ul aria-label={text('template.content')}>
        <li>
          <button
            type="button"
            className={styles['block']}
            aria-current={chosen === 'page'}
            onClick={() => draft.choose('page')}
          >
            <b>{text('template.page')}</b>
            <span>{content.page.size}</span>
          </button>
        </li>
        {blocks.flatMap((block, at) => [
          row(block, [at]),
          ...(block.kind === 'when' ? block.blocks.map((inner, within) => row(inner, [at, within])) : []),
        ])}
      </ul>
      <OutlineActs draft={draft} hasLines={hasLines} firstField={firstField} onMove={move} />
    </div>
  );
}

interface ActsProps extends Omit<OutlineProps, 'names'> {
  readonly onMove: (path: BlockPath, by: 1 | -1) => void;
}

function OutlineActs({ draft, hasLines, firstField, onMove }: ActsProps) {
  const text = useText();
  const { blocks } = draft.content;
  const path = draft.chosen === 'page' ? null : draft.chosen;
  // a condition holds no other one
  const kinds = blockKinds.filter((kind) => (kind !== 'lines' || hasLines) && (kind !== 'when' || path?.length !== 2));
  const add = (kind: BlockKind) => {
    const block = newBlock(kind, {
      firstField,
      parties: [text('template.first_party'), text('template.second_party')],
    });
    const host = path && blockAt(blocks, path);
    const goesInto = path?.length === 1 && host?.kind === 'when' && kind !== 'when';
    const behind: BlockPath = goesInto ? [path[0], host.blocks.length - 1] : (path ?? [blocks.length - 1]);
    const own: BlockPath = behind.length === 2 ? [behind[0], behind[1] + 1] : [behind[0] + 1];
    draft.setBlocks(insertBlock(blocks, behind, block), own);
  };
  return (
    <div className={styles['acts']}>
      <Dropdown
        trigger={['click']}
        menu={{
          items: kinds.map((kind) => ({ key: kind, label: text(`template.block_${kind}` as MessageKey) })),
          onClick: ({ key }) => add(key as BlockKind),
        }}
      >
        <Button size="small" icon={<PlusOutlined aria-hidden />}>
          {text('template.add')}
        </Button>
      </Dropdown>
      <span className={styles['space']} />
      <Button
        size="small"
        type="text"
        icon={<ArrowUpOutlined aria-hidden />}
        aria-label={text('template.up')}
        title={text('template.up')}
        disabled={!path || !neighbour(blocks, path, -1)}
        onClick={() => path && onMove(path, -1)}
      />
      <Button
        size="small"
        type="text"
        icon={<ArrowDownOutlined aria-hidden />}
        aria-label={text('template.down')}
        title={text('template.down')}
        disabled={!path || !neighbour(blocks, path, 1)}
        onClick={() => path && onMove(path, 1)}
      />
      <Button
        size="small"
        type="text"
        icon={<DeleteOutlined aria-hidden />}
        aria-label={text('template.remove')}
        title={text('template.remove')}
        disabled={!path}
        onClick={() => path && draft.setBlocks(removeBlock(blocks, path), null)}
      />
    </div>
  );
}

/** What tells a block from others of its kind. */
function summaryOf(block: TemplateBlock, names: FieldNames): string {
  if (block.kind === 'text') return names.shown(block.text).split('\n')[0] ?? '';
  if (block.kind === 'signatures') return block.parties.map((party) => names.shown(party).split('\n')[0]).join(' / ');
  if (block.kind === 'fields') return block.fields.map((key) => names.nameOf(key)).join('、');
  if (block.kind === 'when') return names.nameOf(block.field);
  return '';
}

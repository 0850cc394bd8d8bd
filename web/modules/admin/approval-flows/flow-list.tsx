import { ArrowDownOutlined, ArrowUpOutlined, HolderOutlined } from '@ant-design/icons';
import { Button, Switch } from 'antd';
import { useState } from 'react';
import { useAction } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { confirm } from '#web/ui/feedback.tsx';
import { StatusTag } from '#web/ui/status-tag.tsx';
import { flowCalls, type FlowCategory, type ListedFlow } from '#shared/approval/flow-calls.ts';
import { flowStatuses } from '#shared/approval/flow.ts';
import { draftOf } from './flow-draft.ts';
import { FlowChain } from './chain/flow-chain.tsx';
import { stationsOf } from './chain/flow-stations.ts';
import { conditionWords } from './flow-words.ts';
import styles from './flows.module.css';
import { RehearsalDialog } from './rehearsal-dialog.tsx';

interface FlowListProps {
  readonly category: FlowCategory;
  readonly flows: readonly ListedFlow[];
  readonly onEdit: (flow: ListedFlow) => void;
}

const isDefault = ({ conditions }: ListedFlow): boolean => conditions.length === 0;

/** The flows of a category in the order in which they are tried: the first whose conditions hold, at last the default. */
export function FlowList({ category, flows, onEdit }: FlowListProps) {
  const text = useText();
  const order = useAction(flowCalls.order, { refreshes: [flowCalls.list] });
  const [dragged, setDragged] = useState<number | null>(null);
  const [moved, setMoved] = useState<readonly number[] | null>(null);
  const stored = flows.filter((flow) => !isDefault(flow));
  const conditional = moved ? moved.flatMap((id) => stored.filter(({ examineId }) => examineId === id)) : stored;
  const ids = conditional.map(({ examineId }) => examineId);
  const movedTo = (id: number, to: number) => ids.filter((one) => one !== id).toSpliced(to, 0, id);
  const save = (next: readonly number[]) =>
    order.mutate({ examineIds: [...next] }, { onSettled: () => setMoved(null) });
  const move = (id: number, to: number) => {
    setMoved(movedTo(id, to));
    save(movedTo(id, to));
  };
  if (flows.length === 0) return <p className={styles['none']}>{text('approval.no_flow')}</p>;
  return (
    <ol className={styles['flows']}>
      {conditional.map((flow, at) => (
        <li
          key={flow.examineId}
          draggable
          data-dragged={dragged === flow.examineId}
          onDragStart={() => setDragged(flow.examineId)}
          onDragEnter={() => dragged !== null && dragged !== flow.examineId && setMoved(movedTo(dragged, at))}
          onDragOver={(event) => event.preventDefault()}
          onDragEnd={() => {
            if (moved) save(moved);
            setDragged(null);
          }}
        >
          <HolderOutlined aria-hidden className={styles['grip'] ?? ''} />
          <Flow category={category} flow={flow} onEdit={onEdit}>
            <Button
              type="text"
              size="small"
              disabled={at === 0}
              icon={<ArrowUpOutlined aria-hidden />}
              aria-label={text('columns.up', { name: flow.name })}
              onClick={() => move(flow.examineId, at - 1)}
            />
            <Button
              type="text"
              size="small"
              disabled={at === conditional.length - 1}
              icon={<ArrowDownOutlined aria-hidden />}
              aria-label={text('columns.down', { name: flow.name })}
              onClick={() => move(flow.examineId, at + 1)}
            />
          </Flow>
        </li>
      ))}
      {flows.filter(isDefault).map((flow) => (
        <li key={flow.examineId}>
          <span />
          <Flow category={category} flow={flow} onEdit={onEdit} />
        </li>
      ))}
    </ol>
  );
}

interface FlowProps extends Omit<FlowListProps, 'flows'> {
  readonly flow: ListedFlow;
  readonly children?: React.ReactNode;
}

function Flow({ category, flow, onEdit, children }: FlowProps) {
  const text = useText();
  const refreshes = [flowCalls.list, flowCalls.step];
  const status = useAction(flowCalls.status, { refreshes });
  const copy = useAction(flowCalls.copy, { refreshes });
  const [isRehearsing, setRehearsing] = useState(false);
  const { examineId, name, conditions } = flow;
  const isOn = flow.status === flowStatuses.enabled;
  const remove = async () => {
    if (await confirm({ title: text('flow.delete_question', { name }), isDangerous: true }))
      status.mutate({ examineId });
  };
  const toggle = async () => {
    if (!isOn) return setRehearsing(true);
    if (await confirm({ title: text('flow.disable_question', { name }) }))
      status.mutate({ examineId, status: flowStatuses.disabled });
    return undefined;
  };
  return (
    <>
      <div className={styles['flow']}>
        <p>
          <strong>{name}</strong>
          {isDefault(flow) && <StatusTag tone="neutral">{text('flow.default')}</StatusTag>}
        </p>
        {!isDefault(flow) && (
          <p className={styles['when']}>
            {text('flow.when')} {conditions.map((one) => conditionWords(text, category, one)).join(text('flow.and'))}
          </p>
        )}
        <FlowChain stations={stationsOf(text, flow)} label={text('approval.steps')} />
      </div>
      <div className={styles['acts']}>
        {children}
        <Button type="text" size="small" onClick={() => onEdit(flow)} aria-label={text('flow.edit_named', { name })}>
          {text('action.edit')}
        </Button>
        <Button
          type="text"
          size="small"
          aria-label={text('flow.copy_named', { name })}
          onClick={() => copy.mutate({ examineId, name: text('flow.copy_name', { name }).slice(0, 100) })}
        >
          {text('flow.copy')}
        </Button>
        <Button
          type="text"
          size="small"
          danger
          aria-label={text('flow.delete_named', { name })}
          onClick={() => void remove()}
        >
          {text('action.delete')}
        </Button>
        <Switch
          checked={isOn}
          loading={status.isPending}
          aria-label={text('flow.enabled_named', { name })}
          onChange={() => void toggle()}
        />
      </div>
      {isRehearsing && (
        <RehearsalDialog
          draft={draftOf(flow)}
          okText={text('flow.enable')}
          isWorking={status.isPending}
          onOk={() =>
            status.mutate({ examineId, status: flowStatuses.enabled }, { onSuccess: () => setRehearsing(false) })
          }
          onClose={() => setRehearsing(false)}
        />
      )}
    </>
  );
}

import { ArrowDownOutlined, ArrowUpOutlined, CloseOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Input, InputNumber } from 'antd';
import { useState } from 'react';
import { useAction } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { groupRefreshes, type GroupRow } from '#web/modules/crm/opportunities/groups/group-row.ts';
import styles from '#web/modules/crm/opportunities/groups/groups.module.css';
import { DepartmentPicker } from '#web/record/inputs/department-picker.tsx';
import { stageGroupCalls } from '#shared/crm/opportunities/stage-group-calls.ts';

interface GroupFormProps {
  /** Null for a new one. */
  readonly group: GroupRow | null;
  readonly onClose: () => void;
}

interface TypedStage {
  readonly key: number;
  readonly name: string;
  readonly rate: number;
}

const starters = ['', '', ''];

/** The name, departments and stages of a group; how it ends is fixed. */
export function GroupForm({ group, onClose }: GroupFormProps) {
  const text = useText();
  const [name, setName] = useState(group?.name ?? '');
  const [departments, setDepartments] = useState(
    group?.deptIds.map((one) => ({ deptId: one.id, name: one.name })) ?? [],
  );
  const [stages, setStages] = useState<readonly TypedStage[]>(
    group?.statusList.map((stage) => ({ key: stage.statusId, name: stage.name, rate: stage.rate })) ??
      starters.map((starter, at) => ({ key: -1 - at, name: starter, rate: (at + 1) * 20 })),
  );
  const save = useAction(stageGroupCalls.save, { refreshes: groupRefreshes, onDone: onClose });
  const set = (key: number, next: Partial<TypedStage>) =>
    setStages(stages.map((stage) => (stage.key === key ? { ...stage, ...next } : stage)));
  const move = (at: number, by: number) => {
    const stage = stages[at];
    if (stage) setStages(stages.toSpliced(at, 1).toSpliced(at + by, 0, stage));
  };
  const add = () =>
    setStages([...stages, { key: Math.min(0, ...stages.map(({ key }) => key)) - 1, name: '', rate: 50 }]);
  return (
    <form
      className={styles['form']}
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate({
          crmBusinessType: { name, ...(group ? { typeId: group.typeId } : {}) },
          deptIds: departments.map(({ deptId }) => deptId),
          crmBusinessStatus: stages.map((stage) => ({ name: stage.name, rate: stage.rate })),
        });
      }}
    >
      <label htmlFor="group-name">{text('stage_group.name')}</label>
      <Input id="group-name" autoFocus maxLength={50} value={name} onChange={(event) => setName(event.target.value)} />
      <label htmlFor="group-departments">{text('stage_group.departments')}</label>
      <DepartmentPicker id="group-departments" multiple value={departments} onChange={setDepartments} />
      <h3>{text('stage_group.stages')}</h3>
      <ol>
        {stages.map(({ key, name: stageName, rate }, at) => (
          <li key={key}>
            <span>{text('stage_group.stage', { place: at + 1 })}</span>
            <Input
              maxLength={50}
              aria-label={text('stage_group.stage_name', { place: at + 1 })}
              value={stageName}
              onChange={(event) => set(key, { name: event.target.value })}
            />
            <InputNumber<number>
              min={0}
              precision={0}
              suffix="%"
              aria-label={text('stage_group.rate', { place: at + 1 })}
              value={rate}
              onChange={(next) => set(key, { rate: next ?? 0 })}
            />
            <Button
              type="text"
              icon={<ArrowUpOutlined aria-hidden />}
              disabled={at === 0}
              aria-label={text('stage_group.up', { place: at + 1 })}
              onClick={() => move(at, -1)}
            />
            <Button
              type="text"
              icon={<ArrowDownOutlined aria-hidden />}
              disabled={at === stages.length - 1}
              aria-label={text('stage_group.down', { place: at + 1 })}
              onClick={() => move(at, 1)}
            />
            <Button
              type="text"
              icon={<CloseOutlined aria-hidden />}
              disabled={stages.length === 1}
              aria-label={text('stage_group.drop', { place: at + 1 })}
              onClick={() => setStages(stages.filter((stage) => stage.key !== key))}
            />
          </li>
        ))}
        {(['won', 'lost', 'invalid'] as const).map((end) => (
          <li key={end}>
            <span>{text('opportunity.end')}</span>
            <span>{text(`crm_business.${end}`)}</span>
            <span>{end === 'won' ? 100 : 0}%</span>
          </li>
        ))}
      </ol>
      <Button type="dashed" icon={<PlusOutlined aria-hidden />} onClick={add}>
        {text('stage_group.add_stage')}
      </Button>
      <footer>
        <Button onClick={onClose}>{text('action.cancel')}</Button>
        <Button type="primary" htmlType="submit" loading={save.isPending}>
          {text('action.save')}
        </Button>
      </footer>
    </form>
  );
}

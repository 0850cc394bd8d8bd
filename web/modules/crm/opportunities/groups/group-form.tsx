import { CloseOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Input, InputNumber } from 'antd';
import { useState } from 'react';
import { useAction } from '#web/lib/http/queries.ts';
import { textOf, useText } from '#web/lib/i18n/i18n.ts';
import { groupRefreshes, type GroupDraft, type GroupRow } from '#web/modules/crm/opportunities/groups/group-row.ts';
import styles from '#web/modules/crm/opportunities/groups/groups.module.css';
import { StageList } from '#web/modules/crm/opportunities/groups/stage-list.tsx';
import { DepartmentPicker } from '#web/record/inputs/department-picker.tsx';
import { toast } from '#web/ui/feedback.tsx';
import { Grip, OrderButtons } from '#web/ui/order/order-buttons.tsx';
import { useOrder } from '#web/ui/order/use-order.ts';
import { stageGroupCalls } from '#shared/crm/opportunities/stage-group-calls.ts';

interface GroupFormProps {
  /** Null for a new one. */
  readonly group: GroupRow | null;
  /** What a new one begins with. */
  readonly draft: GroupDraft | null;
  readonly onClose: () => void;
}

interface TypedStage {
  readonly key: number;
  readonly statusId?: number;
  readonly name: string;
  readonly rate: number;
}

/** As in the contract of the call. */
const mostStages = 30;
const starters = [20, 40, 60].map((rate) => ({ name: '', rate }));

/** The name, departments and stages of a group. */
export function GroupForm({ group, draft, onClose }: GroupFormProps) {
  const text = useText();
  const [name, setName] = useState(group?.name ?? draft?.name ?? '');
  const [departments, setDepartments] = useState(
    (group ?? draft)?.deptIds.map((one) => ({ deptId: one.id, name: one.name })) ?? [],
  );
  const begun: GroupDraft['stages'] = group?.statusList ?? draft?.stages ?? starters;
  const [stages, setStages] = useState<readonly TypedStage[]>(
    begun.map(({ statusId, name: stageName, rate }, key) => ({
      key,
      ...(statusId !== undefined && { statusId }),
      name: stageName,
      rate,
    })),
  );
  const [isChecked, setChecked] = useState(false);
  const { rowProps, orderOf } = useOrder(stages, setStages);
  const save = useAction(stageGroupCalls.save, {
    refreshes: groupRefreshes,
    onDone: () => {
      toast.success(textOf('action.done'));
      onClose();
    },
  });
  const set = (key: number, next: Partial<TypedStage>) =>
    setStages(stages.map((stage) => (stage.key === key ? { ...stage, ...next } : stage)));
  const isAbove = stages.some(({ rate }) => rate > 100);
  const isIncomplete = stages.some((stage) => stage.name.trim() === '');
  const problem = isIncomplete ? text('business_type.no_stages') : isAbove ? text('business_type.rate') : undefined;
  const nameProblem = name.trim() === '' ? text('business_type.name') : undefined;
  return (
    <form
      className={styles['form']}
      onSubmit={(event) => {
        event.preventDefault();
        setChecked(true);
        if (problem === undefined && nameProblem === undefined)
          save.mutate({
            crmBusinessType: { name: name.trim(), ...(group && { typeId: group.typeId }) },
            deptIds: departments.map(({ deptId }) => deptId),
            crmBusinessStatus: stages.map(({ key: _key, ...stage }) => ({ ...stage, name: stage.name.trim() })),
          });
      }}
    >
      <label htmlFor="group-name">{text('stage_group.name')}</label>
      <Input
        id="group-name"
        autoFocus
        maxLength={50}
        status={isChecked && nameProblem ? 'error' : ''}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      {isChecked && nameProblem && <Problem>{nameProblem}</Problem>}
      <label htmlFor="group-departments">{text('stage_group.departments')}</label>
      <DepartmentPicker id="group-departments" multiple value={departments} onChange={setDepartments} />
      <p className={styles['hint']}>{text('stage_group.departments_hint')}</p>
      <h3>{text('stage_group.stages')}</h3>
      <StageList>
        {stages.map(({ key, name: stageName, rate }, at) => (
          <li key={key} {...rowProps(at)}>
            <span>
              <Grip order={orderOf(at)} /> {text('stage_group.stage', { place: at + 1 })}
            </span>
            <Input
              maxLength={50}
              aria-label={text('stage_group.stage_name', { place: at + 1 })}
              status={isChecked && stageName.trim() === '' ? 'error' : ''}
              value={stageName}
              onChange={(event) => set(key, { name: event.target.value })}
            />
            <InputNumber<number>
              min={0}
              precision={0}
              suffix="%"
              status={isChecked && rate > 100 ? 'error' : ''}
              aria-label={text('stage_group.rate', { place: at + 1 })}
              value={rate}
              onChange={(next) => set(key, { rate: next ?? 0 })}
            />
            <span className={styles['acts']}>
              <OrderButtons order={orderOf(at)} name={text('stage_group.stage', { place: at + 1 })} />
              <Button
                type="text"
                size="small"
                icon={<CloseOutlined aria-hidden />}
                disabled={stages.length === 1}
                aria-label={text('stage_group.drop', { place: at + 1 })}
                onClick={() => setStages(stages.filter((stage) => stage.key !== key))}
              />
            </span>
          </li>
        ))}
      </StageList>
      {isChecked && problem && <Problem>{problem}</Problem>}
      <Button
        type="dashed"
        icon={<PlusOutlined aria-hidden />}
        disabled={stages.length >= mostStages}
        onClick={() =>
          setStages([...stages, { key: Math.max(...stages.map(({ key }) => key)) + 1, name: '', rate: 50 }])
        }
      >
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

const Problem = ({ children }: { readonly children: string }) => (
  <p role="alert" className={styles['problem']}>
    {children}
  </p>
);

import { Checkbox, Input, Radio } from 'antd';
import { useState } from 'react';
import { useAction } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { useMay, useSession } from '#web/lib/session/session.ts';
import { ActionField } from '#web/record/actions/action-field.tsx';
import type { DepartmentChoice } from '#web/record/inputs/department-path.ts';
import { DepartmentPicker } from '#web/record/inputs/department-picker.tsx';
import { UserPicker, type UserChoice } from '#web/record/inputs/user-picker.tsx';
import type { RecordScreen } from '#web/record/record-screen.ts';
import { toast } from '#web/ui/feedback.tsx';
import { Dialog } from '#web/ui/sheet/dialog.tsx';
import type { Condition } from '#shared/record/calls/record-calls.ts';
import { sceneCalls } from '#shared/record/calls/scene-calls.ts';
import type { OutputOf } from '#shared/wire/endpoint.ts';

type Audience = 'nobody' | 'some' | 'all';

export type EditedScene = Pick<
  OutputOf<typeof sceneCalls.config>['value'][number],
  'sceneId' | 'name' | 'isDefault' | 'shareAll' | 'shareUsers' | 'shareDepts'
>;

/** Saves the current filters as a scene, or renames one, and selects the people to share it with. */
export function SceneDialog({
  screen,
  conditions,
  sort,
  edited,
  onClose,
  onSaved,
}: {
  readonly screen: RecordScreen;
  readonly conditions: readonly Condition[];
  readonly sort: { readonly sortField: string; readonly order: 1 | 2 } | null;
  /** The scene to change; absent for a new one. */
  readonly edited?: EditedScene;
  readonly onClose: () => void;
  readonly onSaved: (sceneId: number) => void;
}) {
  const text = useText();
  const [name, setName] = useState(edited?.name ?? '');
  const [isDefault, setDefault] = useState(edited?.isDefault === 1);
  const [audience, setAudience] = useState<Audience>(audienceOf(edited));
  const [people, setPeople] = useState<readonly UserChoice[]>(edited?.shareUsers ?? []);
  const [departments, setDepartments] = useState<readonly DepartmentChoice[]>(edited?.shareDepts ?? []);
  const { user } = useSession();
  const may = useMay();
  const isWide = may('crm:scene:share');
  const own = { deptId: user.deptId, name: user.deptName };
  const add = useAction(sceneCalls.add, { refreshes: [sceneCalls.list, sceneCalls.config] });
  const update = useAction(sceneCalls.update, { refreshes: [sceneCalls.list, sceneCalls.config] });
  const submit = async () => {
    const shared = audience === 'some';
    const written = {
      name: name.trim(),
      data: [...conditions],
      isDefault: isDefault ? 1 : 0,
      ...sort,
      shareAll: audience === 'all' ? 1 : 0,
      shareUserIds: shared ? people.map(({ userId }) => userId) : [],
      shareDeptIds: shared ? departments.map(({ deptId }) => deptId) : [],
    };
    if (edited) await update.mutateAsync({ sceneId: edited.sceneId, ...written });
    const sceneId = edited?.sceneId ?? (await add.mutateAsync({ type: screen.code, ...written })).sceneId;
    toast.success(text('action.done'));
    onSaved(sceneId);
  };
  return (
    <Dialog
      open
      width={480}
      title={text(edited ? 'scene.edit' : 'scene.save')}
      okText={text('action.save')}
      cancelText={text('action.cancel')}
      okButtonProps={{ disabled: name.trim() === '' }}
      confirmLoading={add.isPending || update.isPending}
      mask={{ closable: false }}
      onOk={() => void submit().catch(() => undefined)}
      onCancel={onClose}
    >
      <ActionField label={text('scene.name_of')}>
        <Input autoFocus showCount maxLength={10} value={name} onChange={(event) => setName(event.target.value)} />
      </ActionField>
      <ActionField label={text('scene.audience')}>
        <Radio.Group
          value={audience}
          options={[
            { value: 'nobody', label: text('scene.for_me') },
            { value: 'some', label: text(isWide ? 'scene.for_some' : 'scene.for_few') },
            ...(isWide || edited?.shareAll === 1 ? [{ value: 'all', label: text('scene.for_all') }] : []),
          ]}
          onChange={(event) => setAudience(event.target.value as Audience)}
        />
      </ActionField>
      {audience === 'some' && (
        <>
          <ActionField label={text('scene.people')}>
            <UserPicker multiple value={people} onChange={setPeople} />
          </ActionField>
          <ActionField label={text('scene.departments')}>
            {isWide ? (
              <DepartmentPicker multiple value={departments} onChange={setDepartments} />
            ) : (
              <Checkbox
                checked={departments.length > 0}
                onChange={(event) => setDepartments(event.target.checked ? [own] : [])}
              >
                {own.name}
              </Checkbox>
            )}
          </ActionField>
        </>
      )}
      <Checkbox checked={isDefault} onChange={(event) => setDefault(event.target.checked)}>
        {text('scene.make_default')}
      </Checkbox>
    </Dialog>
  );
}

function audienceOf(edited: EditedScene | undefined): Audience {
  if (!edited) return 'nobody';
  if (edited.shareAll === 1) return 'all';
  return edited.shareUsers.length + edited.shareDepts.length > 0 ? 'some' : 'nobody';
}

import { useQuery } from '@tanstack/react-query';
import { Form, Input, Radio } from 'antd';
import { useState } from 'react';
import { callQuery, useAction } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { AbilityTree } from '#web/modules/admin/programs/ability-tree.tsx';
import type { ToldToken } from '#web/modules/admin/programs/use-program-acts.ts';
import { UserPicker, type UserChoice } from '#web/record/inputs/user-picker.tsx';
import { Dialog } from '#web/ui/sheet/dialog.tsx';
import { PageState } from '#web/ui/states/page-state.tsx';
import { permissionByMenuId } from '#shared/admin/menus.ts';
import {
  ownProgramCalls,
  programCalls,
  programDays,
  programNameLimit,
  type ProgramDays,
} from '#shared/admin/programs/program-calls.ts';
import styles from './programs.module.css';

interface ProgramDialogProps {
  /** For the reader; otherwise for a person who is chosen. */
  readonly isOwn: boolean;
  readonly onClose: () => void;
  readonly onMade: (told: ToldToken) => void;
}

interface Values {
  readonly name: string;
  readonly person?: readonly UserChoice[];
  readonly days: ProgramDays;
  readonly granted: ReadonlySet<number>;
}

/** Makes a token: a name, for whom, for how long, and what it may do. */
export function ProgramDialog({ isOwn, onClose, onMade }: ProgramDialogProps) {
  const text = useText();
  const [form] = Form.useForm<Values>();
  const [person, setPerson] = useState<UserChoice | null>(null);
  const refreshes = [ownProgramCalls.list, programCalls.list];
  const addOwn = useAction(ownProgramCalls.add, { refreshes });
  const add = useAction(programCalls.add, { refreshes });
  const own = useQuery({ ...callQuery(ownProgramCalls.abilities, {}), enabled: isOwn });
  const theirs = useQuery({
    ...callQuery(programCalls.abilities, { userId: person?.userId ?? 0 }),
    enabled: !isOwn && person !== null,
    staleTime: 0,
  });
  const handleFinish = ({ name, days, granted }: Values) => {
    const abilities = [...granted].flatMap((menuId) => permissionByMenuId.get(menuId) ?? []);
    const input = { name, days, abilities };
    const onSuccess = ({ token }: { token: string }) => {
      onClose();
      onMade({ name: name.trim(), token });
    };
    if (isOwn) addOwn.mutate(input, { onSuccess });
    else add.mutate({ ...input, userId: person?.userId ?? 0 }, { onSuccess });
  };
  const handlePerson = ([next]: readonly UserChoice[]) => {
    setPerson(next ?? null);
    form.setFieldValue('granted', new Set());
  };
  return (
    <Dialog
      open
      width={760}
      title={text(isOwn ? 'program.add' : 'program.add_company')}
      mask={{ closable: false }}
      okText={text('action.create')}
      confirmLoading={add.isPending || addOwn.isPending}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <Form<Values>
        form={form}
        layout="vertical"
        initialValues={{ name: '', days: 90, granted: new Set() }}
        onFinish={handleFinish}
      >
        <Form.Item
          name="name"
          label={text('program.name')}
          extra={text('program.name_hint')}
          rules={[
            { required: true, whitespace: true, message: text('field.required', { name: text('program.name') }) },
          ]}
        >
          <Input autoFocus maxLength={programNameLimit} autoComplete="off" />
        </Form.Item>
        {!isOwn && (
          <Form.Item
            name="person"
            label={text('program.person_label')}
            extra={text('program.person_hint')}
            rules={[{ required: true, type: 'array', min: 1, message: text('program.person_missing') }]}
            valuePropName="choice"
          >
            <PersonField person={person} onPerson={handlePerson} />
          </Form.Item>
        )}
        <Form.Item name="days" label={text('program.days')}>
          <Radio.Group
            options={programDays.map((days) => ({ value: days, label: text('program.days_value', { days }) }))}
          />
        </Form.Item>
        {!isOwn && !person ? (
          <p className={styles['hint']}>{text('program.abilities_first')}</p>
        ) : (
          <PageState
            query={isOwn ? own : theirs}
            isEmpty={(roots) => roots.length === 0}
            emptyText={text('program.abilities_none')}
          >
            {(roots) => (
              <Form.Item
                name="granted"
                label={text('program.abilities')}
                extra={text('program.abilities_hint')}
                rules={[
                  {
                    validator: (_rule, chosen: ReadonlySet<number>) =>
                      atLeastOne(chosen, text('program.abilities_empty')),
                  },
                ]}
              >
                <AbilityTree roots={roots} />
              </Form.Item>
            )}
          </PageState>
        )}
      </Form>
    </Dialog>
  );
}

const atLeastOne = async (chosen: ReadonlySet<number>, message: string): Promise<void> => {
  if (chosen.size === 0) throw new Error(message);
};

interface PersonFieldProps {
  readonly person: UserChoice | null;
  readonly onPerson: (chosen: readonly UserChoice[]) => void;
  readonly id?: string;
  readonly onChange?: (chosen: readonly UserChoice[]) => void;
}

/** The person of the form, whose abilities are offered at once. */
const PersonField = ({ person, onPerson, id, onChange }: PersonFieldProps) => (
  <UserPicker
    {...(id !== undefined && { id })}
    value={person ? [person] : []}
    onChange={(chosen) => {
      onPerson(chosen);
      onChange?.(chosen);
    }}
  />
);

import { useQuery } from '@tanstack/react-query';
import { Form, Select } from 'antd';
import { callQuery } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { PeopleTable } from '#web/record/explain/people-table.tsx';
import { Dialog } from '#web/ui/sheet/dialog.tsx';
import { Dash } from '#web/ui/values/dash.tsx';
import { menuCalls, type MenuNode } from '#shared/admin/menu-calls.ts';
import type { MessageKey } from '#shared/i18n/translate.ts';
import { explainCalls } from '#shared/record/calls/explain-calls.ts';

interface WhoCanDialogProps {
  /** The chosen permission, such as `crm:customer:excelexport`; empty before one is chosen. */
  readonly permission: string;
  readonly onChoose: (permission: string) => void;
  readonly onClose: () => void;
}

/** 谁能做什么: the people who can do something, by which roles, and with whose data. */
export function WhoCanDialog({ permission, onChoose, onClose }: WhoCanDialogProps) {
  const text = useText();
  const { data = [], isPending } = useQuery({ ...callQuery(menuCalls.all, {}), staleTime: Infinity });
  return (
    <Dialog open footer={null} width={860} title={text('who_can.title')} onCancel={onClose}>
      <Form layout="vertical">
        <Form.Item label={text('who_can.function')} htmlFor="who-can">
          <Select
            id="who-can"
            showSearch={{ filterOption: (typed, option) => isNamed(typed, option) }}
            loading={isPending}
            placeholder={text('who_can.choose')}
            value={permission || null}
            options={data.flatMap(functionsOf)}
            onChange={onChoose}
          />
        </Form.Item>
      </Form>
      {permission && (
        <PeopleTable
          call={explainCalls.whoCan}
          input={{ permission }}
          heading={(count) => <p style={{ margin: '12px 0 8px' }}>{text('who_can.count', { count })}</p>}
          said={[
            {
              key: 'roles',
              title: text('who_can.roles'),
              of: ({ roles, isAdmin }) =>
                isAdmin === 1 ? text('who_can.admin') : roles.join(text('record_action.comma')),
            },
            {
              key: 'scope',
              title: text('who_can.scope'),
              of: ({ scope }) => (scope === 0 ? <Dash /> : text(`explain.scope.${scope}` as MessageKey)),
            },
          ]}
        />
      )}
    </Dialog>
  );
}

/** The functions of an area, module by module. */
const functionsOf = (area: MenuNode) =>
  area.childMenu
    .filter(({ childMenu }) => childMenu.length > 0)
    .map((module) => ({
      label: module.menuName,
      options: module.childMenu.map((action) => ({
        value: `${area.realm}:${module.realm}:${action.realm}`,
        label: `${module.menuName} · ${action.menuName}`,
        whole: `${module.menuName} ${action.menuName}`.toLowerCase(),
      })),
    }));

/** Every word that was typed is in the name of the function or its module; groups are kept for what is in them. */
const isNamed = (typed: string, option: object | undefined): boolean =>
  option !== undefined &&
  'whole' in option &&
  typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => String(option.whole).includes(word));

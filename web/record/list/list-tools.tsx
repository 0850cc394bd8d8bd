import { AppstoreOutlined, BarsOutlined } from '@ant-design/icons';
import { Button, Dropdown } from 'antd';
import { memo } from 'react';
import { useText } from '#web/lib/i18n/i18n.ts';
import { useFilterFields } from '#web/record/filter/filter-fields.ts';
import { ColumnSetup } from '#web/record/filter/column-setup.tsx';
import type { ListState, ShownList } from '#web/record/list/list-state.ts';
import type { RecordScreen } from '#web/record/record-screen.ts';

/** The view of a list: a table with its columns, or a board by the options of a field. */
export const ListTools = memo(function ListTools({
  screen,
  state,
  onChange,
}: {
  readonly screen: RecordScreen;
  readonly state: ShownList;
  readonly onChange: (change: Partial<ListState>) => void;
}) {
  const text = useText();
  const fields = useFilterFields(screen);
  const groups = fields.data?.filter((field) => field.groupable === 1) ?? [];
  if (state.groupField !== null)
    return (
      <Button icon={<BarsOutlined aria-hidden />} onClick={() => onChange({ groupField: null })}>
        {text('board.table')}
      </Button>
    );
  return (
    <>
      {groups.length > 0 && screen.hasBoard && (
        <Dropdown
          trigger={['click']}
          menu={{
            items: groups.map((field) => ({ key: field.fieldName, label: text('board.by', { name: field.name }) })),
            onClick: ({ key }) => onChange({ groupField: key }),
          }}
        >
          <Button icon={<AppstoreOutlined aria-hidden />} aria-label={text('board.open')} />
        </Dropdown>
      )}
      <ColumnSetup screen={screen} sceneId={state.sceneId} />
    </>
  );
});

import { useQuery } from '@tanstack/react-query';
import { TreeSelect } from 'antd';
import { callQuery } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { clearing } from '#web/ui/paged-select.tsx';
import type { FilterProps, InputProps, InputType } from '#web/record/field-types/input-type.ts';
import { declaredField, fieldNamed } from '#shared/record/relations/child-relations.ts';
import { treeCalls, type NestedNode, type Tree } from '#shared/record/trees/tree.ts';

interface NodeSelectProps {
  readonly tree: Tree;
  readonly value: number | undefined;
  readonly onChange: (id: number | undefined, name: string) => void;
  readonly disabled?: boolean;
  readonly id?: string;
  readonly label?: string;
}

/** One node of a tree, found by typing or by opening its branches. */
function NodeSelect({ tree, value, onChange, disabled = false, id, label }: NodeSelectProps) {
  const text = useText();
  const nodes = useQuery(callQuery(treeCalls(tree).list, {}));
  return (
    <TreeSelect<number, NestedNode>
      {...(id === undefined ? {} : { id })}
      aria-label={label}
      style={{ width: '100%' }}
      disabled={disabled}
      loading={nodes.isPending}
      treeData={[...(nodes.data ?? [])]}
      fieldNames={{ label: 'name', value: 'categoryId', children: 'children' }}
      treeDefaultExpandAll
      allowClear={clearing()}
      showSearch={{ treeNodeFilterProp: 'name' }}
      placeholder={text('widget.choose_node')}
      {...(value === undefined ? {} : { value })}
      onChange={(next: number | undefined, names) => onChange(next, String(names[0] ?? ''))}
    />
  );
}

function TreeInput({ type, field, value, onChange, id }: InputProps) {
  const tree = declaredField(type, field.fieldName)?.tree;
  if (!tree) return null;
  const chosen: unknown = Array.isArray(value) ? value.at(-1) : value;
  return (
    <NodeSelect
      id={id}
      tree={tree}
      disabled={field.disabled === 1}
      value={Number(chosen) || undefined}
      onChange={(next) => onChange(next === undefined ? [] : [next])}
    />
  );
}

function TreeFilter({ type, field, value, onChange }: FilterProps) {
  const text = useText();
  const tree = fieldNamed(type, field.fieldName)?.tree;
  if (!tree) return null;
  return (
    <NodeSelect
      tree={tree}
      label={text('filter.pick_value')}
      value={Number(value.value) || undefined}
      onChange={(next, name) => onChange({ value: next, name })}
    />
  );
}

/** A node of a tree, such as the category of a product. */
export const category: InputType = { input: (props) => <TreeInput {...props} />, filter: TreeFilter };

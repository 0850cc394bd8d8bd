import { z } from 'zod';
import type { Permission } from '#shared/admin/menus.ts';
import type { MessageKey } from '#shared/i18n/translate.ts';
import type { RowTable } from '#shared/record/relations/row-table.ts';
import { endpoint } from '#shared/wire/endpoint.ts';
import type { ErrorCode } from '#shared/wire/error-codes.ts';
import { done, id, maxId, optionalId, optionalInt, text } from '#shared/wire/values.ts';

/**
 * A tree of at most `mostNodes` nodes that records are sorted into, such as the categories of products. Everybody who is
 * logged in sees it. Its table has the columns of `make_tree_table`.
 */
export interface Tree extends RowTable {
  /** Call family such as `CrmProductCategory`. */
  readonly family: string;
  /** What people call its nodes. */
  readonly title: MessageKey;
  /** The right to change it. */
  readonly access: Permission;
  /** Refusals of a deletion: records are in the node, or nodes below it. */
  readonly inUse: ErrorCode;
  readonly hasChildren: ErrorCode;
}

export const mostNodes = 2000;
/** Levels of a tree; deeper ones cannot be shown. */
export const mostLevels = 8;

export interface TreeNode {
  readonly id: number;
  readonly name: string;
  /** 0 at the top. */
  readonly pid: number;
}

/** A node as the wire has it, with those below it. */
const nestedNode = z.object({
  categoryId: z.int(),
  name: z.string(),
  pid: z.int(),
  /** 1 at the top. */
  level: z.int(),
  /** The name again, for tree inputs of older clients. */
  label: z.string(),
  get children() {
    return z.array(nestedNode).optional();
  },
});
export type NestedNode = z.output<typeof nestedNode>;

const parent = z.preprocess(
  (value) => (value === '' || value === null ? 0 : value),
  z.coerce.number().int().min(0).max(maxId),
);

/** The calls about a tree. */
export function treeCalls({ family, access, inUse, hasChildren }: Tree) {
  return {
    /** Nested, in the order of the tree. */
    list: endpoint({
      path: `${family}/queryList`,
      access: 'login',
      forPrograms: 'allowed',
      input: z.object({}),
      output: z.array(nestedNode),
    }),
    /** Creates a node, or renames one and moves it below another. */
    save: endpoint({
      path: `${family}/saveAndUpdate`,
      access,
      effect: 'write',
      idempotent: { unless: 'categoryId' },
      ids: { categoryId: 'tree_node', pid: 'tree_node' },
      input: z.object({ categoryId: optionalId, name: text(50).refine((name) => name !== ''), pid: parent.optional() }),
      output: z.object({ categoryId: z.int() }),
      codes: ['tree.unknown', 'tree.name_taken', 'tree.cycle', 'tree.full', 'tree.deep'],
    }),
    /** Puts a node below another one, at a place among its neighbours, as by dragging. */
    move: endpoint({
      path: `${family}/updateOrder`,
      access,
      effect: 'write',
      ids: { categoryId: 'tree_node', pid: 'tree_node' },
      input: z.object({ categoryId: id, pid: parent, place: optionalInt(0, mostNodes) }),
      output: done,
      codes: ['tree.unknown', 'tree.name_taken', 'tree.cycle', 'tree.deep'],
    }),
    remove: endpoint({
      path: `${family}/deleteById`,
      access,
      effect: 'write',
      ids: { id: 'tree_node' },
      input: z.object({ id }),
      output: done,
      codes: ['tree.unknown', inUse, hasChildren],
    }),
  };
}
export type TreeCalls = ReturnType<typeof treeCalls>;

import type { Tree } from '#shared/record/trees/tree.ts';

/** The kind of settings of a node: its name and its parent. */
export const nodeKindName = ({ table }: Tree): string => table;

/** The kind of settings of the order below a node. */
export const orderKindName = ({ table }: Tree): string => `${table}.order`;

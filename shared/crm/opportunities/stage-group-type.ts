import type { RowTable } from '#shared/record/relations/row-table.ts';

/** That of a new installation. */
const first = { id: 1, name: '默认商机组' } as const;

/** The groups of stages. */
export const stageGroups: RowTable = { table: 'business_type', idColumn: 'type_id', openColumn: 'status', first };

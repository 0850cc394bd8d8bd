/**
 * A table whose rows a field names: what a company sets up, such as the groups of stages. Everybody who is logged in sees
 * its names, which are in the column `name`.
 */
export interface RowTable {
  readonly table: string;
  readonly idColumn: string;
  /** Column that is 1 while new records may name the row; by default always. */
  readonly openColumn?: string;
  /** The row that a new installation has. */
  readonly first?: { readonly id: number; readonly name: string };
}

/** The table of a field that names nodes of a tree or other rows; undefined for fields that name records, or nothing. */
export const rowTableOf = ({
  tree,
  rowsOf,
}: {
  readonly tree?: RowTable | undefined;
  readonly rowsOf?: RowTable | undefined;
}): RowTable | undefined => tree ?? rowsOf;

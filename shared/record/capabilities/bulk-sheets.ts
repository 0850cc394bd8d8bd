/** What a sheet can do to the records that its rows name. */
export const bulkSheetKinds = ['team', 'team_removal', 'deletion', 'follow_up', 'pool', 'owner'] as const;
export type BulkSheetKind = (typeof bulkSheetKinds)[number];

/** The sheets of a type: how the call of each is named behind its family, and that of their templates. */
export type BulkSheetPaths = { readonly template: string } & { readonly [kind in BulkSheetKind]?: string };

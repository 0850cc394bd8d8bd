/**
 * What a record type may be able to do, beside being saved, listed and read. Routes, columns, buttons and tests go by what it
 * declares; what it does not declare does not exist. Behind each the key of the permission tree that it takes, where it has one
 * of its own.
 */
export const capabilityRights = {
  /** Deleting, with the recycle bin. */
  delete: 'delete',
  /** Follow-ups, what is shown of the latest, and figures that count them. */
  followUps: null,
  transfer: 'transfer',
  team: 'teamsave',
  import: 'excelimport',
  export: 'excelexport',
  merge: null,
  /** Records of the same name but for how it is written, as that of a company may be. */
  duplicates: null,
  /** The list by the options of a field. */
  board: null,
  /** Documents by a call of its own; records of every type can be printed. */
  print: null,
} as const;
export type Capability = keyof typeof capabilityRights;

export const capabilities = Object.keys(capabilityRights) as readonly Capability[];

/** Keys of the permission tree that a type may have under another name; see `RecordType.rights`. */
export type NamedRight = 'read' | NonNullable<(typeof capabilityRights)[Capability]>;

export const can = (type: { readonly can: readonly Capability[] }, capability: Capability): boolean =>
  type.can.includes(capability);

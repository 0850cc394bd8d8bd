/** Forms of record types, and those of office approvals with a `categoryId`: each takes its own right. */
export const mayDesign = ['manage:crm:field', 'manage:oa:examine'] as const;

export const auditAddress = '/manager/audit';
/** The ends of the addresses of its parts. */
export const auditParts = { logins: 'logins', operations: 'operations' } as const;

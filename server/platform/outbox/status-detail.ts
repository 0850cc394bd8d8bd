/** The detail of an entry whose answer had this HTTP status. */
export const statusDetail = (status: number): string => `HTTP status ${status}`;

/** The HTTP status that the detail of an entry names; null where it names none. */
export function statusOf(detail: string): number | null {
  const [, status] = /^HTTP status (\d{3})$/.exec(detail) ?? [];
  return status === undefined ? null : Number(status);
}

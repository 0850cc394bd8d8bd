/** The page of the approval flows, and its view of the company's working days. */
export const calendarAddress = { pathname: '/manager/system-examine', search: '?part=calendar' } as const;

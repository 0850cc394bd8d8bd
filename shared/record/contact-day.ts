/** How far the next contact may be from today, in days (R13.4). */
const contactDays = { before: 1, after: 60 } as const;

/** Whether a day is allowed for the next contact. Both start with `yyyy-MM-dd`, in the company's time zone. */
export function isContactDay(day: string, today: string): boolean {
  const distance = dayNumber(day) - dayNumber(today);
  return distance >= -contactDays.before && distance <= contactDays.after;
}

/** The first and the last allowed day, for messages. */
export function contactPeriod(today: string): { readonly from: string; readonly to: string } {
  const day = (step: number): string => new Date((dayNumber(today) + step) * 86_400_000).toISOString().slice(0, 10);
  return { from: day(-contactDays.before), to: day(contactDays.after) };
}

const dayNumber = (day: string): number => Date.parse(`${day.slice(0, 10)}T00:00:00Z`) / 86_400_000;

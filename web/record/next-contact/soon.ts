import { companyTime } from '#shared/record/time.ts';
import { addDays } from '#shared/text/period.ts';

/** Quick days, each with the key that chooses it where no text is being typed. */
export const soonDays = [
  { days: 1, key: '1', word: 'moment.tomorrow' },
  { days: 3, key: '3', word: 'moment.in_three_days' },
  { days: 7, key: '7', word: 'moment.in_a_week' },
] as const;

/** The hour at which a contact is planned unless somebody says another. */
export const morning = '09:00:00';

/** In the morning of the day so many days from now, `YYYY-MM-DD HH:mm:ss`. */
export const morningIn = (days: number): string => `${addDays(companyTime(Date.now()).slice(0, 10), days)} ${morning}`;

import type { Dayjs } from 'dayjs';
import { isContactDay } from '#shared/record/contact-day.ts';
import { companyTime } from '#shared/record/time.ts';

/** Days that the calendar disables for the next contact. */
export const isNoContactDay = (day: Dayjs): boolean => !isContactDay(day.format('YYYY-MM-DD'), companyTime(Date.now()));

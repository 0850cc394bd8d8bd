import type { Dayjs } from 'dayjs';
import { isContactDay } from '#shared/record/contact-day.ts';
import { companyTime } from '#shared/record/time.ts';

/** Days that a calendar does not offer for the next contact. */
export const isNoContactDay = (day: Dayjs): boolean => !isContactDay(day.format('YYYY-MM-DD'), companyTime(Date.now()));

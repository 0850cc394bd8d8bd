/**
 * Colour of a planned contact: late if an earlier day has passed without it, near for today (ui "List template"). Times
 * are `YYYY-MM-DD HH:mm:ss` in the company's time zone; `lastTime` is that of the last follow-up, '' for none.
 */
export function dueTone(nextTime: string, lastTime: string, now: string): 'late' | 'near' | null {
  if (nextTime === '' || lastTime >= nextTime) return null;
  const [day, today] = [nextTime.slice(0, 10), now.slice(0, 10)];
  if (day > today) return null;
  return day < today ? 'late' : 'near';
}

/**
 * How a planned contact is coloured: one of an earlier day that has not taken place is late, one of today is near (ui "List
 * template"). Times are `YYYY-MM-DD HH:mm:ss` of the company's clock; `lastTime` is that of the last follow-up, '' for none.
 */
export function dueTone(nextTime: string, lastTime: string, now: string): 'late' | 'near' | null {
  if (nextTime === '' || lastTime >= nextTime) return null;
  const [day, today] = [nextTime.slice(0, 10), now.slice(0, 10)];
  if (day > today) return null;
  return day < today ? 'late' : 'near';
}

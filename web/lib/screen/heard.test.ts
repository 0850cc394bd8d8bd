import { expect, it } from 'vitest';
import { openHeard } from '#web/lib/screen/heard.ts';

it('each key hears of itself alone, and of what is a change', () => {
  const heard = openHeard<string, { readonly isOn: boolean }>({ isOn: false });
  const told: string[] = [];
  const stop = heard.listen('a', () => told.push('a'));
  heard.listen('b', () => told.push('b'));
  heard.put(new Map([['a', { isOn: true }]]));
  expect([told.splice(0), heard.get('a').isOn, heard.get('b').isOn]).toEqual([['a'], true, false]);
  const before = heard.get('a');
  heard.put(new Map([['a', { isOn: true }]]));
  expect(told).toEqual([]);
  expect(heard.get('a')).toBe(before);
  heard.put(new Map([['b', { isOn: true }]]));
  expect([told.splice(0).toSorted(), heard.get('a').isOn, heard.get('b').isOn]).toEqual([['a', 'b'], false, true]);
  stop();
  heard.put(new Map([['a', { isOn: true }]]));
  expect(told).toEqual(['b']);
});

it('several may listen to one key, and one of them may stop', () => {
  const heard = openHeard<number, { readonly isOn: boolean }>({ isOn: false });
  const told: string[] = [];
  const stop = heard.listen(1, () => told.push('first'));
  heard.listen(1, () => told.push('second'));
  stop();
  stop();
  heard.put(new Map([[1, { isOn: true }]]));
  expect(told).toEqual(['second']);
});

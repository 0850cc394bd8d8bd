import { describe, expect, it } from 'vitest';
import { checkEvent, messageText, parsePosition, positionText, type PushEvent } from './event.ts';
import { endedPayloads, eventPayloads, parseNotification } from './notification.ts';

describe('notifications', () => {
  it('are cut so that each fits into what PostgreSQL allows', () => {
    const to = Array.from({ length: 5000 }, (_, index) => 1_000_000 + index);
    const payloads = eventPayloads({ type: 'import.progress', to, ids: { importId: 7 } }, to);
    expect(payloads.length).toBeGreaterThan(1);
    const front = `e ${Number.MAX_SAFE_INTEGER} ${'9'.repeat(20)} 9999999999 `;
    for (const payload of payloads) expect(Buffer.byteLength(front + payload)).toBeLessThan(8000);
    expect(payloads.flatMap((payload) => (JSON.parse(payload) as { to: number[] }).to)).toEqual(to);
  });

  it('are read back as they were sent', () => {
    const [payload] = eventPayloads({ type: 'a.b', to: [3], ids: { id: 'x-1' } }, [3]);
    expect(parseNotification(`e 12 700 1800000000 ${payload}`)).toEqual({
      event: {
        position: { eventId: 12, horizon: '700', seconds: 1_800_000_000 },
        type: 'a.b',
        to: [3],
        ids: { id: 'x-1' },
      },
    });
    expect(endedPayloads({ loginIds: [5], userIds: [6] }).map(parseNotification)).toEqual([
      { ended: { loginIds: [5], userIds: [] } },
      { ended: { loginIds: [], userIds: [6] } },
    ]);
    expect(endedPayloads({ loginIds: [], userIds: [] })).toEqual([]);
  });

  it.each(['', 'x {', 'e 1 2 3 nonsense', 'e x 2 3 {}', 'hello'])('of others are ignored: %j', (payload) => {
    expect(parseNotification(payload)).toBeNull();
  });
});

describe('events', () => {
  it.each<PushEvent>([
    { type: 'customer.saved', to: 'all', ids: { name: '张三公司' } },
    { type: 'customer.saved', to: 'all', ids: { name: 'two words' } },
    { type: 'customer.saved', to: 'all', ids: { id: Number.NaN } },
    { type: '客户', to: 'all' },
    { type: 'a\ndata: b', to: 'all' },
  ])('carry ids only (security W6): $type $ids', (event) => {
    expect(() => checkEvent(event)).toThrow('ids and type only');
  });

  it('name the place to resume from', () => {
    const position = { eventId: 9, horizon: '18446744073709551', seconds: 1_800_000_000 };
    expect(parsePosition(positionText(position))).toEqual(position);
    expect(messageText('a.b', { id: 1 }, position)).toBe(
      'id: 9.18446744073709551.1800000000\ndata: {"type":"a.b","ids":{"id":1}}\n\n',
    );
  });

  it.each(['', '1', '1.2', '-1.2.3', '1.2.3.4', '1.2.3 or true', `1.${'9'.repeat(20)}.3`])(
    'refuse to resume from any other place: %j',
    (text) => {
      expect(parsePosition(text)).toBeNull();
    },
  );
});

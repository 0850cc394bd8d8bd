import { expect, it } from 'vitest';
import { eventReader, type StreamEvent } from '#web/lib/push/event-stream.ts';

const stream = [
  'id: 1.2.3\ndata: {"type":"ready","ids":{}}\n\n',
  ': heartbeat\n\n',
  'event: x\r\ndata: one\r\ndata: two\r\n\r\n',
  'id: 4.5.6\ndata:tight\n\n',
  'data: never finished\n',
].join('');
const events: StreamEvent[] = [
  { id: '1.2.3', type: 'message', data: '{"type":"ready","ids":{}}' },
  { id: '1.2.3', type: 'x', data: 'one\ntwo' },
  { id: '4.5.6', type: 'message', data: 'tight' },
];

it.each([1, 2, 7, 1000])('reads events from chunks of %i characters', (size) => {
  const read: StreamEvent[] = [];
  const feed = eventReader((event) => read.push(event));
  for (let start = 0; start < stream.length; start += size) feed(stream.slice(start, start + size));
  expect(read).toEqual(events);
});

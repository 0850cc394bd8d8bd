import type { Writable } from 'node:stream';
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { emptyDatabase } from '#server/testing/test-database.ts';
import { copyIn } from './copy-stream.ts';

it('sends many blocks and leaves no listener on the connection', async () => {
  const client = new pg.Client({ connectionString: (await emptyDatabase()).ownerUrl });
  await client.connect();
  onTestFinished(() => client.end());
  await client.query('create temporary table line (content text)');
  const { stream } = (client as unknown as { connection: { stream: Writable } }).connection;
  const before = stream.listenerCount('close');
  let mostWaiting = 0;
  async function* blocks(): AsyncGenerator<Buffer> {
    for (let at = 0; at < 100; at += 1) {
      mostWaiting = Math.max(mostWaiting, stream.listenerCount('close') - before);
      yield Buffer.alloc(100_000, `${'x'.repeat(99)}\n`);
    }
  }
  expect(await copyIn(client, 'copy line from stdin', blocks())).toBe(100_000);
  expect(mostWaiting).toBe(0);
});

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { textRows, workbookParts, zipOf } from '#server/testing/sheet-parts.ts';
import { personLimits } from './limits.ts';
import { inspectSheet } from './read-sheet.ts';
import { openTurns } from './turn.ts';
import { runWorker } from './worker-run.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'jianye-worker-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const one = textRows([['甲']]);

describe('the reading thread', () => {
  const request = { file: '', limits: personLimits };
  it('is ended when it takes too long, and reports it', async () => {
    const path = join(folder, 'slow');
    writeFileSync(
      path,
      await zipOf(workbookParts({ sheets: [textRows(Array.from({ length: 9000 }, (_, at) => [`行${at}`]))] })),
    );
    await expect(inspectSheet(path, { ...personLimits, secondsPer10000Rows: 0.001 })).rejects.toMatchObject({
      code: 'sheet.timeout',
      status: 413,
    });
  });

  it('is ended when it needs more memory than allowed, and the process continues', async () => {
    const path = join(folder, 'large');
    const strings = Array.from({ length: 150_000 }, (_, at) => `<si><t>${'长'.repeat(100)}${at}</t></si>`).join('');
    writeFileSync(path, await zipOf(workbookParts({ sheets: [one], sharedStrings: strings }), 1));
    const run = runWorker({ request: { ...request, file: path }, rowsWanted: 10 }, { heapMegabytes: 12 });
    await expect(run.next()).rejects.toMatchObject({ code: 'sheet.too_large', params: { what: 'memory', limit: 12 } });
    expect(await inspectSheet(path, personLimits)).toMatchObject({ rows: 1 });
  });

  it('passes on failures of the machine', async () => {
    await expect(inspectSheet(join(folder, 'nowhere'), personLimits)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('runs with at most one other', async () => {
    const inTurn = openTurns(2);
    let running = 0;
    let most = 0;
    const order: number[] = [];
    await Promise.allSettled(
      Array.from({ length: 9 }, (_, at) =>
        inTurn(async () => {
          most = Math.max(most, (running += 1));
          await new Promise((done) => setTimeout(done, 2));
          running -= 1;
          order.push(at);
          if (at % 3 === 0) throw new Error('refused');
        }),
      ),
    );
    expect(most).toBe(2);
    expect(order).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
  });
});

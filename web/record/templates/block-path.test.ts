import { describe, expect, it } from 'vitest';
import {
  blockAt,
  insertBlock,
  moveBlock,
  neighbour,
  removeBlock,
  replaceBlock,
} from '#web/record/templates/block-path.ts';
import { newBlock } from '#web/record/templates/new-block.ts';
import { printTemplate, type TemplateBlock } from '#shared/record/printing/template.ts';

const beginnings = { firstField: 'name', parties: ['甲方', '乙方'] };
const rule = newBlock('rule', beginnings);
const space = (height: number): TemplateBlock => ({ kind: 'space', height });
const when: TemplateBlock = {
  kind: 'when',
  field: 'f',
  condition: 'is',
  value: '',
  blocks: [{ kind: 'rule' }, { kind: 'space', height: 2 }],
};
const blocks = [rule, when, space(1)];
const kinds = (list: readonly TemplateBlock[]) => list.map((block) => block.kind);

describe('blocks of a template', () => {
  it('change places with their neighbours, within a condition as well, and stay at the ends', () => {
    expect(kinds(moveBlock(blocks, [0], 1))).toEqual(['when', 'rule', 'space']);
    expect(kinds(moveBlock(blocks, [0], -1))).toEqual(kinds(blocks));
    expect(blockAt(moveBlock(blocks, [1, 1], -1), [1, 0])).toEqual(space(2));
    expect([neighbour(blocks, [1, 0], 1), neighbour(blocks, [1, 1], 1), neighbour(blocks, [2], 1)]).toEqual([
      [1, 1],
      null,
      null,
    ]);
  });

  it('are put in, replaced and taken out where the path says', () => {
    expect(kinds(insertBlock(blocks, [0], space(9)))).toEqual(['rule', 'space', 'when', 'space']);
    expect(blockAt(insertBlock(blocks, [1, 1], space(9)), [1, 2])).toEqual(space(9));
    expect(blockAt(replaceBlock(blocks, [1, 0], space(3)), [1, 0])).toEqual(space(3));
    expect(kinds(removeBlock(blocks, [1]))).toEqual(['rule', 'space']);
    expect(blockAt(removeBlock(blocks, [1, 0]), [1, 0])).toEqual(space(2));
    expect(kinds(blocks)).toEqual(['rule', 'when', 'space']);
  });

  it('are such that a template may have them, once they are new', () => {
    const all = (['text', 'fields', 'lines', 'logo', 'signatures', 'rule', 'space', 'pageBreak', 'when'] as const).map(
      (kind) => newBlock(kind, beginnings),
    );
    expect(printTemplate.safeParse({ page: { margins: {} }, blocks: all }).success).toBe(true);
  });
});

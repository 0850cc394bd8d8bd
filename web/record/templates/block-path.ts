import type { PlainBlock, TemplateBlock } from '#shared/record/printing/template.ts';

/** Where a block is: its place, and its place within a conditional one. */
export type BlockPath = readonly [number] | readonly [number, number];

type Blocks = readonly TemplateBlock[];

export const samePath = (left: BlockPath | null, right: BlockPath): boolean => left?.join() === right.join();

export function blockAt(blocks: Blocks, [place, within]: BlockPath): TemplateBlock | undefined {
  const block = blocks[place];
  if (within === undefined) return block;
  return block?.kind === 'when' ? block.blocks[within] : undefined;
}

/** The list that a path leads into, changed. */
function changed(
  blocks: Blocks,
  [place, within]: BlockPath,
  change: (list: TemplateBlock[], at: number) => TemplateBlock[],
): TemplateBlock[] {
  if (within === undefined) return change([...blocks], place);
  return blocks.map((block, at) =>
    at === place && block.kind === 'when'
      ? { ...block, blocks: change([...block.blocks], within) as PlainBlock[] }
      : block,
  );
}

export const replaceBlock = (blocks: Blocks, path: BlockPath, block: TemplateBlock): TemplateBlock[] =>
  changed(blocks, path, (list, at) => list.with(at, block));

export const removeBlock = (blocks: Blocks, path: BlockPath): TemplateBlock[] =>
  changed(blocks, path, (list, at) => list.toSpliced(at, 1));

/** Behind the block at the path; a conditional one holds no other conditional one. */
export const insertBlock = (blocks: Blocks, path: BlockPath, block: TemplateBlock): TemplateBlock[] =>
  changed(blocks, path, (list, at) => list.toSpliced(at + 1, 0, block));

const siblings = (blocks: Blocks, [place, within]: BlockPath): number => {
  const host = blocks[place];
  return within === undefined ? blocks.length : host?.kind === 'when' ? host.blocks.length : 0;
};

/** The path of the neighbour above (-1) or below (1); null at the ends. */
export function neighbour(blocks: Blocks, path: BlockPath, by: 1 | -1): BlockPath | null {
  const [place, within] = path;
  const at = (within ?? place) + by;
  if (at < 0 || at >= siblings(blocks, path)) return null;
  return within === undefined ? [at] : [place, at];
}

/** Changes places with the neighbour. */
export function moveBlock(blocks: Blocks, path: BlockPath, by: 1 | -1): TemplateBlock[] {
  if (!neighbour(blocks, path, by)) return [...blocks];
  return changed(blocks, path, (list, at) => {
    const [block] = list.splice(at, 1);
    return block ? list.toSpliced(at + by, 0, block) : list;
  });
}

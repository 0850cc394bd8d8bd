import { useState } from 'react';
import type { BlockPath } from '#web/record/templates/block-path.ts';
import type { PrintTemplate, TemplateBlock } from '#shared/record/printing/template.ts';

/** What is edited, and which of its blocks is chosen; `page` is the paper with what stands above and below. */
export interface TemplateDraft {
  readonly content: PrintTemplate;
  readonly chosen: BlockPath | 'page' | null;
  readonly change: (next: Partial<PrintTemplate>) => void;
  readonly setBlocks: (blocks: TemplateBlock[], chosen?: BlockPath | null) => void;
  readonly choose: (path: BlockPath | 'page' | null) => void;
  readonly hasChanges: boolean;
}

export function useTemplateDraft(initial: PrintTemplate): TemplateDraft {
  const [content, setContent] = useState(initial);
  const [chosen, choose] = useState<TemplateDraft['chosen']>(null);
  return {
    content,
    chosen,
    change: (next) => setContent((before) => ({ ...before, ...next })),
    setBlocks: (blocks, path) => {
      setContent((before) => ({ ...before, blocks }));
      if (path !== undefined) choose(path);
    },
    choose,
    hasChanges: content !== initial,
  };
}

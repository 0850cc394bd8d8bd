import type { DragEvent } from 'react';
import { useText } from '#web/lib/i18n/i18n.ts';
import { libraryTypes, type LibraryType } from '#web/record/designer/field-drafts.ts';
import styles from '#web/record/designer/designer.module.css';

/** A type of fields, or a section. */
export type LibraryItem = LibraryType | 'section';

interface LibraryProps {
  /** Roll-ups are offered where records of other types point to those of the form. */
  readonly hasRollups: boolean;
  readonly hasSections: boolean;
  readonly onAdd: (type: LibraryItem) => void;
  /** A type is carried to its place in the form; null when it was let go. */
  readonly onCarry: (type: LibraryItem | null) => void;
}

/** 字段库: a press adds a field behind the chosen one, dragging puts it where it is let go. */
export function Library({ hasRollups, hasSections, onAdd, onCarry }: LibraryProps) {
  const text = useText();
  const items: readonly LibraryItem[] = [
    ...libraryTypes,
    ...(hasRollups ? (['rollup'] as const) : []),
    ...(hasSections ? (['section'] as const) : []),
  ];
  const carry = (type: LibraryItem) => (event: DragEvent) => {
    event.dataTransfer.effectAllowed = 'copy';
    event.dataTransfer.setData('text/plain', '');
    onCarry(type);
  };
  return (
    <ul className={styles['library']} aria-label={text('designer.library')}>
      {items.map((type) => (
        <li key={type}>
          <button
            type="button"
            draggable
            onClick={() => onAdd(type)}
            onDragStart={carry(type)}
            onDragEnd={() => onCarry(null)}
          >
            {text(`designer.type.${type}`)}
          </button>
        </li>
      ))}
    </ul>
  );
}

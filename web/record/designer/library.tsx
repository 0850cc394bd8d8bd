import type { DragEvent } from 'react';
import { useText } from '#web/lib/i18n/i18n.ts';
import { libraryTypes, type LibraryType } from '#web/record/designer/field-drafts.ts';
import styles from '#web/record/designer/designer.module.css';

/** A type of fields, or a section. */
export type LibraryItem = LibraryType | 'section';

interface LibraryProps {
  readonly hasSections: boolean;
  readonly onAdd: (type: LibraryItem) => void;
  /** A type is carried to its place in the form; null when it was let go. */
  readonly onCarry: (type: LibraryItem | null) => void;
}

/** 字段库: a press adds a field behind the chosen one, dragging puts it where it is let go. */
export function Library({ hasSections, onAdd, onCarry }: LibraryProps) {
  const text = useText();
  const items: readonly LibraryItem[] = hasSections ? [...libraryTypes, 'section'] : libraryTypes;
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

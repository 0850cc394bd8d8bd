import type { DragEvent } from 'react';
import { useText } from '#web/lib/i18n/i18n.ts';
import { libraryTypes, type LibraryType } from '#web/record/designer/field-drafts.ts';
import styles from '#web/record/designer/designer.module.css';

interface LibraryProps {
  /** Roll-ups are offered where records of other types point to those of the form. */
  readonly hasRollups: boolean;
  readonly onAdd: (formType: LibraryType) => void;
  /** A type is carried to its place in the form; null when it was let go. */
  readonly onCarry: (formType: LibraryType | null) => void;
}

/** 字段库: a press adds a field behind the chosen one, dragging puts it where it is let go. */
export function Library({ hasRollups, onAdd, onCarry }: LibraryProps) {
  const text = useText();
  const carry = (formType: LibraryType) => (event: DragEvent) => {
    event.dataTransfer.effectAllowed = 'copy';
    event.dataTransfer.setData('text/plain', '');
    onCarry(formType);
  };
  return (
    <ul className={styles['library']} aria-label={text('designer.library')}>
      {[...libraryTypes, ...(hasRollups ? (['rollup'] as const) : [])].map((formType) => (
        <li key={formType}>
          <button
            type="button"
            draggable
            onClick={() => onAdd(formType)}
            onDragStart={carry(formType)}
            onDragEnd={() => onCarry(null)}
          >
            {text(`designer.type.${formType}`)}
          </button>
        </li>
      ))}
    </ul>
  );
}

import { useRef, useState, type PointerEvent, type ThHTMLAttributes } from 'react';
import styles from '#web/record/table/record-table.module.css';

const leastWidth = 60;

type HeadingProps = ThHTMLAttributes<HTMLTableCellElement> & {
  readonly onResize?: (width: number) => void;
  readonly width?: number;
};

/** A heading that can be resized by dragging; the width is stored per person. */
export function Heading({ onResize, width, children, ...rest }: HeadingProps) {
  const start = useRef<{ x: number; width: number } | null>(null);
  const [live, setLive] = useState<number | null>(null);
  const at = (event: PointerEvent) =>
    Math.max(leastWidth, (start.current?.width ?? 0) + event.clientX - (start.current?.x ?? 0));
  return (
    <th {...rest} style={{ ...rest.style, ...(live === null ? {} : { minWidth: live }) }}>
      {children}
      {onResize && (
        <span
          className={styles['grip']}
          onClick={(event) => event.stopPropagation()}
          onPointerDown={(event) => {
            start.current = { x: event.clientX, width: width ?? 100 };
            event.currentTarget.setPointerCapture(event.pointerId);
          }}
          onPointerMove={(event) => start.current && setLive(at(event))}
          onPointerUp={(event) => {
            if (start.current) onResize(at(event));
            start.current = null;
            setLive(null);
          }}
        />
      )}
    </th>
  );
}

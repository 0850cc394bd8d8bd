import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import type { Carried } from '#web/ui/order/use-carry.ts';
import styles from '#web/ui/order/order.module.css';

interface CarriedNameProps {
  readonly carried: Carried;
  readonly name: string;
}

/** What is dragged, beside the pointer. */
export function CarriedName({ carried, name }: CarriedNameProps) {
  const [{ x, y }, setPlace] = useState<Pick<Carried, 'x' | 'y'>>(carried);
  useEffect(() => {
    const handleMove = ({ clientX, clientY }: MouseEvent) => setPlace({ x: clientX, y: clientY });
    window.addEventListener('pointermove', handleMove);
    return () => window.removeEventListener('pointermove', handleMove);
  }, []);
  return createPortal(
    <div className={styles['carried']} style={{ translate: `${x}px ${y}px` }} aria-hidden>
      {name}
    </div>,
    document.body,
  );
}

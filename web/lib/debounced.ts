import { useEffect, useState } from 'react';

/** The value once it has not changed for a while, in milliseconds: searches wait until the typing pauses. */
export function useDebounced<T>(value: T, milliseconds = 250): T {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), milliseconds);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
  return debounced;
}

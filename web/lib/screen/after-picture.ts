/** Calls `work` once the next picture is shown, so that a press is answered without it. Answers how to give it up. */
export function afterPicture(work: () => void): () => void {
  let timer = 0;
  const frame = requestAnimationFrame(() => (timer = window.setTimeout(work)));
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}

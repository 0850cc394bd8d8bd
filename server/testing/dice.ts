/** Numbers that look random and come out the same each time; each seed has its own row of them. */
export function dice(seed: number): (most: number) => number {
  let state = seed * 7919;
  return (most) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * most);
  };
}

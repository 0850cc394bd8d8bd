/** Without case, width and gaps. */
const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s_-]/g, '');

/** An option such as `A（重点客户）` by its parts. */
const partsOf = (option: string): string[] =>
  plain(option)
    .split(/[()/、，,]/)
    .filter((part) => part !== '');

/** The letter that a text such as `B类`, `b 级` or `B级客户` consists of. */
const letterOf = (text: string): string | undefined => /^([a-z])(?:类|级|等|档)?(?:客户)?$/.exec(plain(text))?.[1];

/**
 * The one option that a text most likely means, the surest way first: the same but for case and width, its letter, one of its
 * parts, a part of it or it a part of the text. Null where none fits, or two do.
 */
export function nearestOption(options: readonly string[], text: string): string | null {
  const wanted = plain(text);
  if (wanted === '' || wanted.length > 100) return null;
  const letter = letterOf(text);
  const ways: ((option: string) => boolean)[] = [
    (option) => plain(option) === wanted,
    (option) => letter !== undefined && /^[a-z](?![a-z])/.test(plain(option)) && plain(option)[0] === letter,
    (option) => partsOf(option).includes(wanted),
    (option) =>
      partsOf(option).some(
        (part) => part.length > 1 && wanted.length > 1 && (part.includes(wanted) || wanted.includes(part)),
      ),
  ];
  for (const fits of ways) {
    const [first, second] = options.filter(fits);
    if (first !== undefined) return second === undefined ? first : null;
  }
  return null;
}

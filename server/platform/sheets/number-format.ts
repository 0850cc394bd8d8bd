/** How a number format affects reading a number. */
export type NumberKind = 'number' | 'date' | 'datetime' | 'time' | 'duration';

/** The kind of a built-in format that the file does not spell out (ECMA-376 part 1, 18.8.30). */
export function builtinKind(id: number): NumberKind {
  if (id === 22) return 'datetime';
  if (id === 46) return 'duration';
  if ((id >= 18 && id <= 21) || id === 45 || id === 47) return 'time';
  // Chinese, Japanese and Korean installations use 27-36 and 50-58; 32-35, 55 and 56 show hours there.
  if ((id >= 32 && id <= 35) || id === 55 || id === 56) return 'time';
  if ((id >= 14 && id <= 17) || (id >= 27 && id <= 36) || (id >= 50 && id <= 58)) return 'date';
  return 'number';
}

/**
 * The kind of a format code such as `yyyy"年"m"月"d"日"` or `[$-804]上午/下午h:mm`. Only the part for
 * positive numbers counts. Quoted, escaped and bracketed text is no code, except for `[h]`, `[m]`
 * and `[s]`, which count a duration.
 */
export function kindOfCode(code: string): NumberKind {
  let letters = '';
  for (let at = 0; at < code.length && code[at] !== ';'; at++) {
    const char = code.charAt(at);
    if (char === '"') at = endOf(code, '"', at);
    else if (char === '\\' || char === '_' || char === '*') at++;
    else if (char === '[') {
      const end = endOf(code, ']', at);
      if (isElapsed(code.slice(at + 1, end))) return 'duration';
      at = end;
    } else letters += char.toLowerCase();
  }
  if (letters === 'general') return 'number';
  const hasTime = letters.includes('h') || letters.includes('s');
  const hasDay = letters.includes('y') || letters.includes('d') || (!hasTime && letters.includes('m'));
  if (hasDay) return hasTime ? 'datetime' : 'date';
  return hasTime ? 'time' : 'number';
}

function endOf(code: string, mark: string, from: number): number {
  const end = code.indexOf(mark, from + 1);
  return end === -1 ? code.length : end;
}

function isElapsed(bracket: string): boolean {
  return ['h', 'hh', 'm', 'mm', 's', 'ss'].includes(bracket.toLowerCase());
}

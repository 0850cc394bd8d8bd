/** Without characters that look alike on paper: no 0, o, 1, l, i. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';
const fewest = 3;
const groupLength = 4;

/**
 * A random password that is easy to read out, such as `k7mq-3xtp-w9hd`: 59 bits, enough for 24 hours, in more groups where
 * the company asks for more characters.
 */
export function randomPassword(min: number): string {
  const groups = Math.max(fewest, Math.ceil((min + 1) / (groupLength + 1)));
  const group = () => Array.from({ length: groupLength }, randomCharacter).join('');
  return Array.from({ length: groups }, group).join('-');
}

function randomCharacter(): string {
  // the last, incomplete cycle of the alphabet would favour its first characters
  const fair = 256 - (256 % alphabet.length);
  for (;;) {
    const [byte = fair] = crypto.getRandomValues(new Uint8Array(1));
    if (byte < fair) return alphabet.charAt(byte % alphabet.length);
  }
}

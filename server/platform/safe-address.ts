/** An address that a browser fetches safely, and without a password, which everybody would read. */
export function isSafeAddress(address: string): boolean {
  const url = URL.parse(address);
  return url?.protocol === 'https:' && url.username === '' && url.password === '';
}

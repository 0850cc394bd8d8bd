/** The link of a text that is nothing but a page address; null for any other text. */
export function webAddress(text: string): string | null {
  const written = text.trim();
  if (/\s/.test(written)) return null;
  const address = URL.parse(/^www\./i.test(written) ? `https://${written}` : written);
  return address && /^https?:$/.test(address.protocol) && address.hostname.includes('.') ? address.href : null;
}

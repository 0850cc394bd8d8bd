/** A region of province, city and district, joined by commas, as one reads it: 北京市,北京市,朝阳区 is 北京市朝阳区. */
export const regionText = (region: string): string =>
  region
    .split(',')
    .filter((part, at, parts) => part !== parts[at - 1])
    .join('');

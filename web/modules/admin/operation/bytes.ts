const units = ['B', 'KB', 'MB', 'GB', 'TB'];

/** A size as people say it, such as `1.5 GB`. */
export function bytesText(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log(bytes) / Math.log(1024)));
  const value = bytes / 1024 ** power;
  return `${value.toFixed(power === 0 || value >= 100 ? 0 : 1)} ${units[power] ?? ''}`;
}

import styles from '#web/ui/charts/bar-rows.module.css';

interface Series<K extends string> {
  readonly key: K;
  readonly label: string;
}

interface BarRowsProps<K extends string> {
  /** What the figures are, for who hears the page. */
  readonly label: string;
  /** What a row is: month, person. */
  readonly rowTitle: string;
  /** At most two: each has a hue of its own. */
  readonly series: readonly Series<K>[];
  /** Figures are decimal texts; a negative one has no bar. */
  readonly rows: readonly ({ readonly name: string } & Readonly<Record<K, string>>)[];
  /** A figure beside its bar, and whole on hover. */
  readonly short: (figure: string) => string;
  readonly exact: (figure: string) => string;
}

/** A bar for each figure of a row, as long as its part of the greatest; a table, so that nobody has to see bars. */
export function BarRows<K extends string>({ label, rowTitle, series, rows, short, exact }: BarRowsProps<K>) {
  const most = Math.max(...rows.flatMap((row) => series.map(({ key }) => Number(row[key]))), 1);
  return (
    <table className={styles['bars']} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{rowTitle}</th>
          {series.map((one) => (
            <th key={one.key} scope="col">
              {one.label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.name}>
            <th scope="row">{row.name}</th>
            {series.map(({ key }) => (
              <td key={key} title={exact(row[key])}>
                <span style={{ width: `${(Math.max(Number(row[key]), 0) / most) * 100}%` }} aria-hidden />
                {short(row[key])}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const width = 96;
const height = 28;

/** The course of a figure over its period as a small chart; the figure itself is next to it. */
export function SparkLine({ values }: { readonly values: readonly number[] }) {
  const most = Math.max(...values, 1);
  const step = width / Math.max(values.length - 1, 1);
  const points = values.map(
    (value, at) => `${(at * step).toFixed(1)},${(height - 2 - (value / most) * (height - 4)).toFixed(1)}`,
  );
  return (
    <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden>
      <polyline
        points={points.join(' ')}
        fill="none"
        stroke="var(--chart-1)"
        strokeWidth={1.5}
        strokeLinejoin="round"
      />
    </svg>
  );
}

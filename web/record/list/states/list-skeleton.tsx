import styles from '#web/record/list/states/list-skeleton.module.css';

const widths = [136, 110, 158, 120, 144, 98];

/** The rows of a list on their way: its heading stands, the rows show themselves where they take a while. */
export const ListSkeleton = () => (
  <div className={styles['skeleton']}>
    {Array.from({ length: 14 }, (_, row) => (
      <div key={row}>
        <i className={styles['tick']} />
        {[0, 1, 2, 3, 4].map((column) => (
          <span key={column}>
            <i style={{ width: (widths[(row + column * 2) % widths.length] ?? 120) * (column === 0 ? 1 : 0.6) }} />
          </span>
        ))}
      </div>
    ))}
  </div>
);

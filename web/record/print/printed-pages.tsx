import { useText } from '#web/lib/i18n/i18n.ts';
import styles from '#web/record/print/printed-pages.module.css';
import type { PageItem, PrintedPages as Pages } from '#shared/record/printing/print-calls.ts';

/** The pages of a document, each line where the PDF has it. */
export function PrintedPages({ pages: { pages, width, height, images, pageCount } }: { readonly pages: Pages }) {
  const text = useText();
  return (
    <div className={styles['pages']}>
      {pages.map((items, at) => (
        <svg
          key={at}
          role="img"
          aria-label={text('print.page', { page: at + 1 })}
          className={styles['page']}
          viewBox={`0 0 ${width} ${height}`}
        >
          {items.map((item, place) => (
            <Item key={place} item={item} images={images} />
          ))}
        </svg>
      ))}
      {pageCount > pages.length && (
        <p className={styles['more']}>{text('print.more_pages', { count: pageCount, shown: pages.length })}</p>
      )}
    </div>
  );
}

function Item({ item, images }: { readonly item: PageItem; readonly images: readonly string[] }) {
  if (item.kind === 'line')
    return <line x1={item.x1} y1={item.y1} x2={item.x2} y2={item.y2} className={styles[item.colour]} />;
  const { x, y, width } = item;
  if (item.kind === 'shade') return <rect x={x} y={y} width={width} height={item.height} className={styles['shade']} />;
  if (item.kind === 'image')
    return (
      <image
        href={`data:image/png;base64,${images[item.image] ?? ''}`}
        x={x}
        y={y}
        width={width}
        height={item.height}
      />
    );
  return (
    // as wide as in the PDF, whatever font the reader has
    <text
      x={x}
      y={y}
      textLength={width}
      lengthAdjust="spacingAndGlyphs"
      fontSize={item.size}
      className={styles[item.isBold ? 'bold' : item.colour]}
    >
      {item.text}
    </text>
  );
}

import { useText } from '#web/lib/i18n/i18n.ts';
import { TreeEditor } from '#web/record/trees/tree-editor.tsx';
import { productCategoryCalls } from '#shared/crm/products/product-calls.ts';
import styles from './product-categories.module.css';

/** The categories of products. */
export function ProductCategories() {
  const text = useText();
  return (
    <div className={styles['categories']}>
      <p>{text('product_category.hint')}</p>
      <TreeEditor calls={productCategoryCalls} />
    </div>
  );
}

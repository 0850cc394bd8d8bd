import { TreeDialog } from '#web/record/trees/tree-dialog.tsx';
import { useText } from '#web/lib/i18n/i18n.ts';
import { productCategoryCalls } from '#shared/crm/products/product-calls.ts';

/** The categories beside the products, for whoever may set up CRM. */
export function CategoryDialog({ onClose }: { readonly onClose: () => void }) {
  const text = useText();
  return <TreeDialog title={text('product_category.title')} calls={productCategoryCalls} onClose={onClose} />;
}

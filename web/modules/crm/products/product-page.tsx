import { productScreen } from '#web/modules/crm/products/product-screen.ts';
import { RecordList } from '#web/record/list/record-list.tsx';

/** /crm/product (R2.2). */
export const ProductPage = () => <RecordList screen={productScreen} />;

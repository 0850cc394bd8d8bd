/** Shipments for the modules whose goods they are. */
export { requireSold } from './goods.ts';
export { shipmentByProduct } from './lists.ts';

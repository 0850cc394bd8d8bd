/** What documents that sell products have in common. */
export { soldBelowFloor } from './below-floor.ts';
export { keptOfProducts, keptOfSoldProducts } from './sold-products.ts';

/** What documents that sell products have in common. */
export { soldBelowFloor } from './below-floor.ts';
export { keptOfProducts } from './sold-products.ts';
export { keptOfSoldProducts } from './on-shelf.ts';

/** What documents that sell products have in common. */
export { keptOfProducts } from './sold-products.ts';
export { keptOfSoldProducts } from './on-shelf.ts';

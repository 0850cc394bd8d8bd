export { offeredActions } from '#server/modules/admin/menu/offers.ts';

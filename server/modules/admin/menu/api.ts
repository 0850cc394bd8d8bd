export { allMenus, offeredActions, workActions, workMenu } from '#server/modules/admin/menu/offers.ts';

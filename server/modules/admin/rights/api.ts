export { attemptRights, changingRights } from '#server/modules/admin/rights/changing.ts';
export { addRoleGains, GainList, lackingOf } from '#server/modules/admin/rights/gains.ts';
export { lackingNames, permissionName, typeName } from '#server/modules/admin/rights/lacking-names.ts';
export {
  gainsOfLogin,
  gainsOfPeople,
  gainsOfRights,
  isKnownToLesser,
  joined,
} from '#server/modules/admin/rights/measure.ts';
export { AskedChanges, decidersOf, mayDecide, tellWaiting } from '#server/modules/admin/rights/requests.ts';

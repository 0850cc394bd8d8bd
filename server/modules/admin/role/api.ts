export {
  changesRoles,
  refuseForeignPowers,
  refuseLastAdmin,
  requireUsers,
  setRolesOf,
  superAdminsAmong,
} from '#server/modules/admin/role/holders.ts';
export { refuseOwnGain } from '#server/modules/admin/role/own-gain.ts';

export { storedLevels, writeLevels } from '#server/modules/admin/role/field-levels.ts';
export { mayGrant, readRoles } from '#server/modules/admin/role/grants.ts';
export {
  changeRolesOf,
  changesRoles,
  giveRoles,
  isGivenRole,
  refuseLastAdmin,
  requireUsers,
  setRolesOf,
  superAdminsAmong,
} from '#server/modules/admin/role/holders.ts';
export { writeRights } from '#server/modules/admin/role/writes.ts';

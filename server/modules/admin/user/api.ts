export { eraseStaff, findStaff } from '#server/modules/admin/user/erase.ts';
export { writeStatus, writeUsername } from '#server/modules/admin/user/logins.ts';
export { requireReachable } from '#server/modules/admin/user/rules.ts';
export { addUser, changingPeople, moveUser } from '#server/modules/admin/user/writes.ts';

export { ownUserOf } from '#server/modules/auth/person/queries.ts';

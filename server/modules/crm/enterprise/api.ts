export { registrySource } from '#server/modules/crm/enterprise/search.ts';
export { serviceSearch } from '#server/modules/crm/enterprise/service.ts';

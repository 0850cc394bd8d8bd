export { registryService } from '#server/modules/crm/messaging-services/registry-setting.ts';

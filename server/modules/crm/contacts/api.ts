/** The links between contacts and opportunities, for both ends. */
export { contactsOfBusiness, fromBusiness, linkBusiness, unlinkBusiness } from './business.ts';

/** A form of the company for visitors without a login. */
export { LeadFormPage as FormPage } from '#web/modules/crm/lead-sources/lead-form-page.tsx';

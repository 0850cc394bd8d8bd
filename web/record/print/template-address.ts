/** Where templates are made, for whoever may. */
export const templateAddress = '/manager/print-templates';
export const templatesOf = (code: number): string => `${templateAddress}?label=${code}`;
export const mayDesignTemplates = 'manage:crm:setting';

/** Where templates are made, for whoever may. */
export const templateAddress = '/manager/print-templates';
export const mayDesignTemplates = 'manage:crm:setting';

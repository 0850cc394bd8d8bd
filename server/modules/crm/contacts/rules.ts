import { headingWords } from '#server/modules/crm/heading-words.ts';
import { fromContacts, linkBusiness } from '#server/modules/crm/contacts/business.ts';
import type { Rules } from '#server/record/registry.ts';

/** What is special about contacts: their links to opportunities. */
export const contactsRules: Rules = {
  headings: headingWords,
  afterSave: async (db, actor, written) => {
    for (const { id, input } of written) {
      const businessId = input?.['businessId'];
      if (typeof businessId === 'number') await linkBusiness(db, actor, fromContacts([id], [businessId]));
    }
  },
  moveOnMerge: [
    {
      kind: 'contacts_business',
      table: 'contacts_business',
      keyColumn: 'link_id',
      holderColumn: 'contacts_id',
      holderType: 'bigint',
    },
  ],
};

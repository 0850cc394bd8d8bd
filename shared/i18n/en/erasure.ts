import type { erasure as chinese } from '#shared/i18n/cn/erasure.ts';

/** Erasing what is known of a person. */
export const erasure: Record<keyof typeof chinese, string> = {
  'erasure.nobody': 'Enter a name, or a phone number or email address',
  'erasure.changed': 'What you chose has changed. Search again.',
  'erasure.at_work': '{name} still works here. Disable the account before erasing.',
  'erasure.importing': 'An import with this person is still running. Erase when it is done.',
  'erasure.intro':
    'When somebody asks for their personal data to be erased (PIPL Article 47), find it here by name, phone number or email, and erase it at once: details, follow-ups, files, change history and import sheets of leads, customers and contacts, including the pool and the recycle bin, and the details of disabled staff.',
  'erasure.rules':
    'Only super administrators can search and erase, and nothing can be restored. Backups are kept for at most 5 weeks; deal with downloaded exports separately. Login logs stay for at least six months (Cybersecurity Law).',
  'erasure.only_admin': 'Only super administrators can erase personal data.',
  'erasure.name': 'Name',
  'erasure.contact': 'Phone or email',
  'erasure.find': 'Find',
  'erasure.finding': 'Searching. With many records this takes a minute or two …',
  'erasure.found': '{count, plural, one {Found in # place} other {Found in # places}}',
  'erasure.found_none': 'Nothing is known of this person',
  'erasure.found_many':
    'Only the first {count} of a kind are shown. Search again with a phone number or email address.',
  'erasure.same': 'Same name',
  'erasure.deleted': 'In the recycle bin',
  'erasure.working': 'Still works here; disable the account first',
  'erasure.keeps_name': 'The name has to stay: {what}',
  'erasure.kept': 'Kept by law',
  'erasure.kept_row': '{what}: {count}. {why}',
  'erasure.why.documents':
    'Contracts, receivables, invoices and shipments support accounting vouchers, which have to be kept for 30 years. Names and contact details in them stay.',
  'erasure.why.refused': 'The entry that this person refuses messages. Without it they would be sent again.',
  'erasure.ground': 'Ground',
  'erasure.ground.withdrawn': 'Consent withdrawn',
  'erasure.ground.purpose': 'Purpose fulfilled or no longer needed',
  'erasure.ground.other': 'Another ground of the law',
  'erasure.erase': 'Erase personal data',
  'erasure.erasing': 'Erasing. With many records this takes some minutes; please wait …',
  'erasure.question': '{count, plural, one {Erase personal data in # place?} other {Erase personal data in # places?}}',
  'erasure.effect':
    'Details, follow-ups, files and former values are emptied at once. This cannot be undone or restored. The records stay as empty shells, so figures do not change.',
  'erasure.done': '{count, plural, one {Erased personal data in # place} other {Erased personal data in # places}}',
  'erasure.past': 'Erased so far',
  'erasure.past_none': 'Nothing has been erased yet',
  'erasure.past_row': '{name}: {what}',
  'erasure.past_kept': '{count, plural, one {# name was kept} other {# names were kept}}',
  'erasure.count_of': '{noun}: {count}',
  'erasure.comma': ', ',
  'erasure.staff': 'Staff',
  'erasure.title': 'Erased {id}',
  'erasure.person': 'Erased ',
  'erasure.text': '(erased to protect personal data)',
};

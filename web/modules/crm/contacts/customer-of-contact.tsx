import { useState } from 'react';
import { lazyOverlay } from '#web/lib/lazy-page.tsx';
import { RelatedLink, type OpenedRecord } from '#web/record/picker/related-link.tsx';
import type { Row } from '#web/record/row.ts';
import { contactsType } from '#shared/crm/contacts-type.ts';

const RelatedDetail = lazyOverlay(() => import('#web/record/picker/related-detail.tsx'), 'RelatedDetail');

/** The customer of a contact, with a link. */
export function CustomerOfContact({ record }: { readonly record: Row }) {
  const [opened, setOpened] = useState<OpenedRecord | null>(null);
  return (
    <>
      <RelatedLink type={contactsType} name="customerName" row={record} onOpen={setOpened}>
        {String(record['customerName'] ?? '')}
      </RelatedLink>
      {opened && <RelatedDetail {...opened} onClose={() => setOpened(null)} />}
    </>
  );
}

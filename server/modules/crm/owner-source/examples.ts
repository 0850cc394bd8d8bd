import { furtherThings } from '#server/modules/testing.ts';
import { nextNumber } from '#server/route-table/example-parts.ts';
import type { Examples, Table } from '#server/route-table/table.ts';

/** A binding of the company's agent on a day that no example has had yet. */
const given = ({ company: { people } }: Table) => ({
  agentUserId: people.agent.userId,
  adviserUserIds: [people.seller.userId],
  effectiveDate: new Date(Date.UTC(2200, 0, 1 + nextNumber())).toISOString().slice(0, 10),
});

export const ownerSourceExamples: Examples = {
  'CrmOwnerSource/save': (table, { records }) => ({
    body: { ...given(table), id: records['owner_source'] },
    creating: given(table),
  }),
  // a binding of its own: the others are asked about the one of the things
  'CrmOwnerSource/delete': async ({ company }, { owner }) => ({
    body: { ids: [await furtherThings['owner_source']?.(company.db, owner.userId, {})] },
  }),
};

import { useQuery } from '@tanstack/react-query';
import { use, type ReactNode } from 'react';
import { callQuery } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { lazyOverlay } from '#web/lib/lazy-page.tsx';
import { useScreenOf } from '#web/record/picker/pickable.ts';
import { RecordTypesContext, type KnownType } from '#web/record/record-types.ts';
import type { RecordScreen, ParentOfTab } from '#web/record/record-screen.ts';
import { PageState } from '#web/ui/states/page-state.tsx';
import { childRelations, childrenLabel, type ChildRelation } from '#shared/record/relations/child-relations.ts';
import { capitalised } from '#shared/text/capitalised.ts';

const ChildList = lazyOverlay(() => import('#web/record/children/child-list.tsx'), 'ChildList');

/** A tab with children of a record. */
export interface ChildTab {
  readonly key: string;
  readonly relation: ChildRelation;
  readonly name: string;
  readonly count: number;
  readonly show: (parent: ParentOfTab) => ReactNode;
}

/** Tabs for the children of a record, each with the number that the reader sees; one query for all. */
export function useChildTabs(screen: RecordScreen, id: number): { isPending: boolean; tabs: readonly ChildTab[] } {
  const text = useText();
  const types = use(RecordTypesContext);
  const all = types.map(({ type }) => type);
  const declared = childRelations(all, screen.type.code).filter(({ isField }) => isField);
  const hasAny = declared.length > 0;
  const query = useQuery({ ...callQuery(screen.calls.childCounts, { [screen.type.idKey]: id }), enabled: hasAny });
  const tabs = declared.flatMap((relation): ChildTab[] => {
    const { type, column } = relation;
    const known = types.find((one) => one.type === type);
    const count = query.data?.find(({ label, fieldName }) => label === type.code && fieldName === column);
    if (!known || !count) return [];
    const name = capitalised(text(childrenLabel(relation)));
    return [
      {
        key: `${type.name}.${column}`,
        relation,
        name,
        count: count.total,
        show: (parent) => <Children known={known} relation={relation} parent={parent} />,
      },
    ];
  });
  return { isPending: hasAny && query.isPending, tabs };
}

interface ChildrenProps {
  readonly known: KnownType;
  readonly relation: ChildRelation;
  readonly parent: ParentOfTab;
}

/** Loads the screen of the children, which may bring its own tab. */
function Children({ known, relation, parent }: ChildrenProps) {
  const query = useScreenOf({ key: known.type.name, load: known.load });
  return (
    <PageState query={query}>
      {(screen) => {
        const Tab = screen?.ChildTab ?? ChildList;
        return screen && <Tab screen={screen} relation={relation} parent={parent} />;
      }}
    </PageState>
  );
}

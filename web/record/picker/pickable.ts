import { useQuery } from '@tanstack/react-query';
import { createContext, use, type ComponentType } from 'react';
import { useMay } from '#web/lib/session/session.ts';
import type { RecordScreen } from '#web/record/record-screen.ts';
import type { Permission } from '#shared/admin/menus.ts';
import type { MessageKey } from '#shared/i18n/translate.ts';

/** A column of the picker: its row key and label. */
export interface PickColumn {
  readonly key: string;
  readonly label: MessageKey;
}

/** How a new record of a part differs from others of its type. */
export interface PartOfNew {
  readonly title: MessageKey;
  /** Required fields, by fieldName: without them it would not be in the part. */
  readonly required: readonly string[];
}

/** A type whose records can be picked (R24.1). */
export interface Pickable {
  /** Key in the picker's result, such as `customer`. */
  readonly key: string;
  /** Module code of the list, sent as `type` with its query (R3.13). */
  readonly code: number;
  readonly label: MessageKey;
  readonly icon: ComponentType<{ readonly 'aria-hidden'?: boolean }>;
  /** Right to the list. */
  readonly access: Permission;
  /** Address of its list; `?rowId=` opens a record there. */
  readonly path: string;
  /** The columns of R24.2. */
  readonly columns: readonly PickColumn[];
  readonly load: () => Promise<RecordScreen>;
  /** What its new record is called, and what it has to have, where it is part of the records of a type. */
  readonly creates?: PartOfNew;
}

/** Every pickable type in the order of the tabs. The frame lists them, since record widgets know no module. */
export const PickablesContext = createContext<readonly Pickable[]>([]);

/** Those that the user may list. */
export function usePickables(): readonly Pickable[] {
  const may = useMay();
  return use(PickablesContext).filter(({ access }) => may(access));
}

/** The screen of a type, once its module is loaded. */
export const useScreenOf = (pickable: Pick<Pickable, 'key' | 'load'> | undefined) =>
  useQuery({
    queryKey: ['screen', pickable?.key ?? ''],
    queryFn: () => pickable?.load() ?? null,
    enabled: pickable !== undefined,
    staleTime: Infinity,
    // it holds functions and components, which are compared by nothing
    structuralSharing: false,
  });

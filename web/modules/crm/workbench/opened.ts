import { useLocation, useNavigate } from 'react-router';
import { useAddress } from '#web/lib/screen/address.ts';

/** The figure whose rows are shown, and their page. */
export interface Opened {
  /** The key of a tile, or with a person the kind of ranking. */
  readonly kind: string;
  /** Of one person only; 0 for all people of the question. */
  readonly userId: number;
  readonly page: number;
}

const names = { kind: 'rows', userId: 'by', page: 'at' } as const;

/** The opened figure; kept in the address next to the question, so that Back from a record returns to its rows. */
export function useOpened() {
  const [params, change] = useAddress();
  const navigate = useNavigate();
  const { state } = useLocation();
  const kind = params.get(names.kind);
  const numberOf = (name: string, standard: number) => Number(params.get(name) ?? standard) || standard;
  const opened: Opened | null =
    kind === null ? null : { kind, userId: numberOf(names.userId, 0), page: numberOf(names.page, 1) };
  const open = (next: Opened | null) => {
    // Back closes what was opened here, and closing leaves nothing to go back to
    if (next === null && (state as { readonly isOpened?: boolean } | null)?.isOpened) return void navigate(-1);
    change(
      (after) => {
        for (const name of Object.values(names)) after.delete(name);
        if (next) {
          after.set(names.kind, next.kind);
          if (next.userId > 0) after.set(names.userId, String(next.userId));
          if (next.page > 1) after.set(names.page, String(next.page));
        }
        return after;
      },
      { replace: opened !== null || next === null, state: opened === null && next ? { isOpened: true } : state },
    );
  };
  return { opened, open };
}

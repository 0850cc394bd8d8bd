import { route, type Route } from '#server/platform/http/route.ts';
import { columnsOf, stateCalls } from '#shared/record/states/state-calls.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import { changeState } from '#server/record/states/change.ts';

/** Routes of the calls that change states of a type. */
export const stateRoutes = (type: RecordType): Route[] =>
  stateCalls(type).map((call) => {
    const columns = columnsOf(type, call);
    return route(call, async ({ db, actor, input: { column: named, transition: name, ...asked } }) => {
      const column =
        named === undefined && columns.length === 1
          ? columns[0]
          : columns.find(({ column: own, fieldName }) => own === named || fieldName === named);
      if (!column) throw new AppError('state.unknown');
      return changeState(db, actor, type, { ...asked, column, name });
    });
  });

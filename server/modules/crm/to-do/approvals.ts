import { decidedScope, waitingScope } from '#server/approval/reach.ts';
import { countOf, type ToDoKind, type ToDoModule } from '#server/modules/crm/to-do-kinds.ts';
import { listRecords } from '#server/record/query/list.ts';
import { approvalKinds, toDoCalls, toDoKinds, type ApprovalKey } from '#shared/crm/to-do-calls.ts';
import { AppError } from '#shared/wire/error-codes.ts';

/** Documents that wait for the actor's decision, and those that the actor has decided on: whoever owns them. */
function approvalToDo(key: ApprovalKey): ToDoKind {
  const { type, states } = toDoKinds[key];
  return {
    endpoint: toDoCalls[key],
    counter: key,
    count: async (db, actor) => countOf(db, type, waitingScope(actor, type)),
    list: async (db, actor, asked) => {
      const { type: state = 1, isSub: _sub, sceneId: _scene, ...query } = asked;
      if (state < 1 || state > states) throw new AppError('todo.type');
      return listRecords(db, actor, type, query, state === 1 ? waitingScope(actor, type) : decidedScope(actor, type));
    },
  };
}

/** A list for each type whose documents are approved. */
export const approvalsToDo: ToDoModule = { kinds: approvalKinds.map(approvalToDo), run: [] };

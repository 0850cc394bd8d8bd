import { recordModules } from '#server/record/registry.ts';
import { checkStatuses } from '#shared/approval/approval-state.ts';
import { callPath } from '#shared/record/capabilities/call-paths.ts';
import { stateColumns } from '#shared/record/states/state.ts';

type Body = Record<string, unknown>;

/** A save of a document that is approved asks for a draft, unless it says what it asks for. */
export function asDraft(path: string, body: Body | undefined): Body | undefined {
  // older clients call below /api/
  const called = path.replace(/^api\//, '');
  const isApproved = recordModules().some(
    ({ type }) => callPath(type, 'save') === called && stateColumns(type).some(({ driver }) => driver === 'approval'),
  );
  const entity = body?.['entity'];
  const values = isApproved ? valuesIn(entity) : null;
  if (values === null) return body;
  const draft = { checkStatus: checkStatuses.draft, ...values };
  return { ...body, entity: typeof entity === 'string' ? JSON.stringify(draft) : draft };
}

/** Forms send them as text; null for what is no object. */
function valuesIn(entity: unknown): Body | null {
  try {
    const read: unknown = typeof entity === 'string' ? JSON.parse(entity) : entity;
    return typeof read === 'object' && read !== null && !Array.isArray(read) ? (read as Body) : null;
  } catch {
    return null;
  }
}

import type { z } from 'zod';
import { approvalIdOf, loadApprovals } from '#server/approval/decisions/load.ts';
import { lateError } from '#server/approval/decisions/refusal.ts';
import { saveAsDraft, submit } from '#server/approval/submit.ts';
import { sentNumber } from '#server/record/fields/input.ts';
import { recipientEntity } from '#server/modules/crm/recipients.ts';
import { system } from '#server/record/access/system.ts';
import { lockRecords } from '#server/record/write/lock-records.ts';
import { lockRow } from '#server/record/write/save.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { route, type Call, type Route, type SignedCall } from '#server/platform/http/route.ts';
import { checkStatuses, openStatuses, type CheckStatus } from '#shared/approval/approval-state.ts';
import { contractCalls } from '#shared/crm/contracts/contract-calls.ts';
import { openWhenPassed } from '#shared/crm/contracts/contract-states.ts';
import { contractType, deliveryTypes } from '#shared/crm/contracts/contract-type.ts';
import { snakeCase, textOf } from '#shared/record/field.ts';
import { permissionOf } from '#shared/record/calls/record-calls.ts';
import { AppError } from '#shared/wire/error-codes.ts';

type SaveCall = SignedCall<z.output<typeof contractCalls.save.input>>;
type Input = SaveCall['input'];

/** The engine's save, followed by what a saved contract becomes: a draft, or submitted. */
export const submittingRoute = (save: Route): Route =>
  route(contractCalls.save, async (call) => {
    const { db, actor } = call;
    const input = withColumns(call.input);
    const isDraft = wantsDraft(call.input);
    const known = sentNumber(input.entity[contractType.idKey], contractType.idKey);
    const isSubmitted = known === undefined || (await requireOpen(db, actor, known, input));
    const saved = (await save.handle({ ...call, input } as unknown as Call<never>, actor)) as Saved;
    const id = Number(saved[contractType.idKey]);
    if (!isSubmitted) return saved;
    const { checkUserId } = call.input;
    if (isDraft) await saveAsDraft(db, actor, contractType, id, { checkUserId });
    else await submit(db, actor, contractType, id, { checkUserId });
    const { live } = system('it was just saved by the actor', contractType);
    const [row] = await lockRecords<Record<string, unknown>>(db, actor, contractType, [id], {
      reach: live,
      columns: ['check_status'],
    });
    return { ...saved, version: row?.version ?? 0, checkStatus: Number(row?.['check_status']) };
  });

type Saved = Record<string, number | string>;

/**
 * Whether the contract may be changed and submitted by the actor; what stays open once it has passed is saved by itself.
 * @throws AppError `access.*`, `contract.not_open`, and where the client has seen an earlier version who was faster
 */
async function requireOpen(db: Database, actor: Actor, id: number, input: Input): Promise<boolean> {
  if (!actor.mayDo(permissionOf(contractType, 'update'))) throw new AppError('access.denied');
  const row = await lockRow(db, actor, contractType, id);
  const status = Number(row['check_status']) as CheckStatus;
  if (openStatuses.includes(status)) return true;
  if (status === checkStatuses.passed && namesOnlyOpen(input)) return false;
  const seen = sentNumber(input.version ?? input.entity['version'], 'version') ?? row.version;
  const approvalId = seen < row.version ? await approvalIdOf(db, contractType.code, id) : null;
  const [stored] = approvalId === null ? [] : await loadApprovals(db, [approvalId], new Map());
  throw stored?.latest
    ? await lateError(db, actor, 'approval.decided', stored.latest)
    : new AppError('contract.not_open');
}

const steering = new Set<string>([contractType.idColumn, 'version', 'batch_id', 'check_status']);

/** Nothing is sent but what is open in a contract that has passed. */
function namesOnlyOpen({ entity, field, product }: Input & { readonly product?: unknown }): boolean {
  const names = Object.keys(entity).map(snakeCase);
  const open: readonly string[] = openWhenPassed;
  const sent = names.filter((name) => !steering.has(name));
  return field.length === 0 && product === undefined && sent.length > 0 && sent.every((name) => open.includes(name));
}

const wantsDraft = ({ entity }: Input): boolean =>
  Number(textOf(entity['checkStatus'] ?? entity['check_status'])) === checkStatuses.draft;

/** What older clients send beside the fields, as fields: who gets the goods, and how each line is sent. */
function withColumns(input: Input): Input {
  const { checkStatus: _draft, check_status: _other, ...entity } = input.entity;
  const { product } = input as { readonly product?: readonly Record<string, unknown>[] };
  return {
    ...input,
    entity: { ...recipientEntity(input.express), ...entity },
    ...(product ? { product: product.map(withDelivery) } : {}),
  };
}

function withDelivery(line: Record<string, unknown>): Record<string, unknown> {
  const { deliveryType, delivery_type: other, ...rest } = line;
  const sent = textOf(deliveryType ?? other);
  if (sent === null || sent === '' || Object.hasOwn(rest, 'deliveryMethod') || Object.hasOwn(rest, 'delivery_method'))
    return rest;
  const [method] = Object.entries(deliveryTypes).find(([, type]) => String(type) === sent) ?? [];
  if (method === undefined) throw new AppError('contract.delivery');
  return { ...rest, delivery_method: method };
}
